// What is done to the client after it was built. Plain JavaScript, so that no types of Node are needed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/** Its address never changes; those of all others change with what is in them. */
export const SERVICE_WORKER = "service-worker";

/** Of Pyodide, what is needed; the folder that `tiotal.page.engine_files` fills has the rest. */
const PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

/**
 * The files with which games are played on the device, under a path that changes with them. The client knows their
 * names and sizes; nothing else is fetched for it.
 *
 * @returns {import("vite").Plugin}
 */
export function engine() {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  let path = "";
  return {
    name: "tiotal-engine",
    config({ root = "." }, { command }) {
      const own = resolve(root, "engine");
      if (command !== "build" || !existsSync(own)) return { define: { __ENGINE__: "null" } }; // tests need none
      for (const name of readdirSync(own, { recursive: true, encoding: "utf8" }).sort()) {
        if (/\.\w+$/.test(name)) files.set(name.replaceAll("\\", "/"), readFileSync(join(own, name)));
      }
      for (const name of PYODIDE) files.set(name, readFileSync(resolve(root, "node_modules/pyodide", name)));
      const hash = createHash("sha256");
      for (const [name, content] of files) hash.update(name).update(content);
      path = `engine/${hash.digest("hex").slice(0, 12)}/`;
      const listed = [...files].map(([name, content]) => ({ name, bytes: content.length }));
      const packed = [...files.values()].reduce((sum, content) => sum + packedSize(content), 0);
      return { define: { __ENGINE__: JSON.stringify({ path, files: listed, packed }) } };
    },
    generateBundle() {
      for (const [name, source] of files) this.emitFile({ type: "asset", fileName: path + name, source });
    },
  };
}

/**
 * What can be printed, as `tiotal.paper.files` has made it, under a path that changes with it. The client knows what
 * there is; a file is fetched by whoever prints it.
 *
 * @returns {import("vite").Plugin}
 */
export function printed() {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  let path = "";
  return {
    name: "tiotal-printed",
    config({ root = "." }, { command }) {
      const own = resolve(root, "printed");
      if (command !== "build" || !existsSync(own)) return { define: { __PRINTED__: "null" } };
      const hash = createHash("sha256");
      for (const name of readdirSync(own).sort()) {
        if (!name.endsWith(".pdf")) continue;
        files.set(name, readFileSync(join(own, name)));
        hash.update(name).update(files.get(name) ?? "");
      }
      path = `printed/${hash.digest("hex").slice(0, 12)}/`;
      const { sheets } = JSON.parse(readFileSync(join(own, "sheets.json"), "utf8"));
      return { define: { __PRINTED__: JSON.stringify({ path, sheets }) } };
    },
    generateBundle() {
      for (const [name, source] of files) this.emitFile({ type: "asset", fileName: path + name, source });
    },
  };
}

/**
 * A site without a server: the page itself says what it may load.
 *
 * @returns {import("vite").Plugin}
 */
export function site() {
  return {
    name: "tiotal-site",
    apply: (_, { mode }) => mode === "site",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "content-security-policy", content: POLICY }, injectTo: "head-prepend" },
    ],
  };
}

/** As `tiotal.server.security` has it, as far as a page can say it itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'";

/** What is large, and kept only when somebody wants it. */
const FETCHED_ALONE = /^(engine|printed)\//;

/** @param {Buffer} content */
const packedSize = (content) => Math.min(content.length, gzipSync(content, { level: 9 }).length);

/**
 * The service worker is told which files there are, so that it can keep them all.
 *
 * @returns {import("vite").Plugin}
 */
export function serviceWorker() {
  let folder = "";
  return {
    name: "tiotal-service-worker",
    apply: "build",
    configResolved(config) {
      folder = config.publicDir;
    },
    generateBundle: {
      order: "post", // after the page itself
      handler(_, bundle) {
        const worker = bundle[`${SERVICE_WORKER}.js`];
        if (worker?.type !== "chunk") throw new Error("there is no service worker in the build");
        if (worker.imports.length > 0) throw new Error("the service worker must be one file");
        const hash = createHash("sha256");
        const files = [];
        for (const name of Object.keys(bundle).sort()) {
          if (name === worker.fileName || FETCHED_ALONE.test(name)) continue;
          const built = bundle[name];
          hash.update(name).update((built?.type === "chunk" ? built.code : built?.source) ?? "");
          files.push(name === "index.html" ? "" : name);
        }
        for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
          hash.update(name).update(readFileSync(join(folder, name)));
          files.push(name);
        }
        if (!files.includes("")) throw new Error("the page must be built before the service worker");
        hash.update(worker.code);
        worker.code = worker.code
          .replaceAll("__FILES__", JSON.stringify(files))
          .replaceAll("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 12)));
      },
    },
  };
}

/**
 * Beside each file that gains by it lies the same file compressed: better than could be done for every request.
 *
 * @returns {import("vite").Plugin}
 */
export function compressed() {
  return {
    name: "tiotal-compressed",
    apply: (_, { command, mode }) => command === "build" && mode !== "site", // hosts of sites do it themselves
    enforce: "post",
    writeBundle: {
      sequential: true,
      order: "post",
      handler() {
        const folder = resolve(this.environment.config.root, this.environment.config.build.outDir);
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          if (!/\.(js|mjs|css|html|svg|json|wasm|webmanifest)$/.test(name)) continue;
          const plain = readFileSync(join(folder, name));
          const packed = gzipSync(plain, { level: 9 });
          if (packed.length < plain.length) writeFileSync(join(folder, `${name}.gz`), packed);
        }
      },
    },
  };
}
