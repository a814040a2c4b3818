// What is done to the client after it was built. Plain JavaScript, so that no types of Node are needed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/** Its address never changes; those of all others change with what is in them. */
export const SERVICE_WORKER = "service-worker";

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
          if (name === worker.fileName) continue;
          const built = bundle[name];
          hash.update(name).update((built?.type === "chunk" ? built.code : built?.source) ?? "");
          files.push(name === "index.html" ? "/" : `/${name}`);
        }
        const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
        for (const name of found.map((path) => path.replaceAll("\\", "/")).sort()) {
          if (statSync(join(folder, name)).isDirectory()) continue;
          hash.update(name).update(readFileSync(join(folder, name)));
          files.push(`/${name}`);
        }
        if (!files.includes("/")) throw new Error("the page must be built before the service worker");
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
    apply: "build",
    enforce: "post",
    writeBundle: {
      sequential: true,
      order: "post",
      handler() {
        const folder = resolve(this.environment.config.root, this.environment.config.build.outDir);
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          if (!/\.(js|css|html|svg|wasm|webmanifest)$/.test(name)) continue;
          const plain = readFileSync(join(folder, name));
          const packed = gzipSync(plain, { level: 9 });
          if (packed.length < plain.length) writeFileSync(join(folder, `${name}.gz`), packed);
        }
      },
    },
  };
}
