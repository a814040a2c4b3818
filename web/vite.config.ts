import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Everything is a file of its own on the same host: the content-security policy allows no inline script or style.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tiotal/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: "http://localhost:8100", ws: true } },
  },
});
