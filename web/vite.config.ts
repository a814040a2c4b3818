import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed, engine, printed, SERVICE_WORKER, serviceWorker, site } from "./build/plugins.js";

// Everything is a file of its own on the same host: the content-security policy allows no inline script or style.
// In the mode `site` the client needs no server and lies under any path.
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: [svelte(), engine(), printed(), site(), serviceWorker(), compressed()],
  worker: { format: "es" },
  build: {
    outDir: mode === "site" ? "../dist/site" : "../src/tiotal/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", [SERVICE_WORKER]: "src/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? "[name].js" : "assets/[name]-[hash].js"),
        // What the first page needs is one file: a dozen small ones are more bytes, most of them headers.
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"], test: /^(?!.*service-worker)/ }] },
      },
    },
  },
  test: { setupFiles: "tests/browser.ts" },
  server: {
    proxy: { "/api": { target: "http://localhost:8100", ws: true } },
  },
}));
