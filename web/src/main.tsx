import "./styles.css";
import { render } from "preact";
import { App } from "./App";

const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(<App />, root);
}
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("./sw.js");
