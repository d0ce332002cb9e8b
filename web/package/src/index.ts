export * from "./core.js";
export { hasVectors, Refused } from "./module.js";
export type * from "./types.js";
