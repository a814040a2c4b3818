// What modules ask of a browser when they are loaded; everything else is up to each test.
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
