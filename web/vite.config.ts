import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Writes the service worker with the list of all files of the page, and a name that changes when any of them does.
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "sw.js");
      const sums = Object.entries(bundle).map(([name, file]) =>
        name + createHash("sha256").update(file.type === "chunk" ? file.code : file.source).digest("hex"),
      );
      const version = createHash("sha256").update(sums.sort().join()).digest("hex").slice(0, 12);
      const template = readFileSync(resolve(__dirname, "src/sw.js"), "utf8");
      const source = template
        .replace("__VERSION__", version)
        .replace("[/* FILES */]", JSON.stringify(["./", "manifest.webmanifest", "icon.svg", ...files.filter((f) => f !== "index.html")]));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  resolve: { alias: { "@jimbot/core": resolve(__dirname, "package/src/index.ts"), "@built": resolve(__dirname, "../build/web") } },
  worker: { format: "es" },
  server: { fs: { allow: [resolve(__dirname, "..")] } },
  build: {
    target: "es2022",
    outDir: resolve(__dirname, "../src/jimbot/apps/ui/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ["tests/**/*.test.ts"], testTimeout: 600_000 },
});
