// Where the house keeps its tables: in the browser's database, each entry for good before anybody is told of it.
import { newName } from "../lib/chance";
import type { TableListed } from "../lib/types";

const DATABASE = "tiotal";
const VERSION = 1;
const [ENTRIES, TABLES, ABOUT] = ["entries", "tables", "about"];
const DEVICE = "device";
const LAST = Number.MAX_SAFE_INTEGER;

/** As `tiotal.page.drawers` describes them. */
export interface Drawers {
  append(table: string, number: number, at: number, body: string): Promise<boolean>;
  open(table: string, listing: string, at: number, body: string): Promise<boolean>;
  note(table: string, listing: string): Promise<void>;
  remove(table: string): Promise<void>;
  entries(table: string, after: number): Promise<string>;
  listing(table: string): Promise<string | undefined>; // Python takes nothing else for None
  listings(): Promise<string>;
  device(): Promise<string>;
}

type Kept = [number: number, at: number, body: string];
interface Row {
  table: string;
  number: number;
  at: number;
  body: string;
}

/** The browser's own, or, where it keeps nothing (in a private window), some that are gone with the page. */
export async function openDrawers(): Promise<{ drawers: Drawers; lasting: boolean }> {
  try {
    const drawers = new BrowserDrawers(await openDatabase());
    await drawers.device(); // some browsers say only now that nothing is kept
    return { drawers, lasting: true };
  } catch {
    return { drawers: new PassingDrawers(), lasting: false };
  }
}

/** The tables that are kept here, for lists; they can be shown before there is any Python. */
export async function tablesKept(): Promise<TableListed[]> {
  try {
    if (!(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return [];
    const database = await openDatabase();
    const rows = await asked(database.transaction(TABLES).objectStore(TABLES).getAll());
    database.close();
    return (rows as { listing: string }[])
      .flatMap(({ listing }) => readListed(listing))
      .sort((one, other) => Number(other.my_turn) - Number(one.my_turn) || other.changed_at - one.changed_at);
  } catch {
    return [];
  }
}

/** None if it is damaged: that hides no other. */
function readListed(listing: string): TableListed[] {
  try {
    const { listed } = JSON.parse(listing) as { listed?: TableListed };
    return listed?.id ? [listed] : [];
  } catch {
    return [];
  }
}

export async function forgetDrawers(): Promise<void> {
  await asked(indexedDB.deleteDatabase(DATABASE)).catch(() => undefined);
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ENTRIES, { keyPath: ["table", "number"] });
    opening.result.createObjectStore(TABLES, { keyPath: "table" });
    opening.result.createObjectStore(ABOUT);
  };
  return asked(opening).then((database) => {
    database.onversionchange = () => database.close(); // a newer page wants it
    return database;
  });
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error ?? new Error("the browser keeps nothing"));
  });
}

class BrowserDrawers implements Drawers {
  constructor(private readonly database: IDBDatabase) {}

  append(table: string, number: number, at: number, body: string): Promise<boolean> {
    return this.write([ENTRIES], (change) => {
      change.objectStore(ENTRIES).add({ table, number, at, body });
    });
  }

  open(table: string, listing: string, at: number, body: string): Promise<boolean> {
    return this.write([ENTRIES, TABLES], (change) => {
      change.objectStore(TABLES).add({ table, listing });
      change.objectStore(ENTRIES).add({ table, number: 1, at, body });
    });
  }

  async note(table: string, listing: string): Promise<void> {
    await this.write([TABLES], (change) => {
      const tables = change.objectStore(TABLES);
      tables.getKey(table).onsuccess = ({ target }) => {
        if ((target as IDBRequest).result !== undefined) tables.put({ table, listing });
      };
    });
  }

  async remove(table: string): Promise<void> {
    await this.write([ENTRIES, TABLES], (change) => {
      change.objectStore(TABLES).delete(table);
      change.objectStore(ENTRIES).delete(IDBKeyRange.bound([table, 0], [table, LAST]));
    });
  }

  async entries(table: string, after: number): Promise<string> {
    const wanted = IDBKeyRange.bound([table, after], [table, LAST], true);
    const rows = await asked<Row[]>(this.read(ENTRIES).getAll(wanted));
    return JSON.stringify(rows.map(({ number, at, body }): Kept => [number, at, body]));
  }

  async listing(table: string): Promise<string | undefined> {
    return (await asked<{ listing: string } | undefined>(this.read(TABLES).get(table)))?.listing;
  }

  async listings(): Promise<string> {
    const rows = await asked<{ table: string; listing: string }[]>(this.read(TABLES).getAll());
    return JSON.stringify(rows.map(({ table, listing }) => [table, listing]));
  }

  async device(): Promise<string> {
    const kept = await asked<string | undefined>(this.read(ABOUT).get(DEVICE));
    if (kept !== undefined) return kept;
    const drawn = newDevice();
    const isFirst = await this.write([ABOUT], (change) => {
      change.objectStore(ABOUT).add(drawn, DEVICE);
    });
    return isFirst ? drawn : this.device();
  }

  private read(name: string): IDBObjectStore {
    return this.database.transaction(name).objectStore(name);
  }

  /** False if something with that name is there already; then nothing is changed. */
  private write(names: string[], work: (change: IDBTransaction) => void): Promise<boolean> {
    return new Promise((done, failed) => {
      const change = this.database.transaction(names, "readwrite", { durability: "strict" });
      change.oncomplete = () => done(true);
      change.onabort = () => {
        if (change.error?.name === "ConstraintError") done(false);
        else failed(new Error(change.error?.name ?? "aborted"));
      };
      work(change);
    });
  }
}

/** While the page lives. */
class PassingDrawers implements Drawers {
  private readonly logs = new Map<string, Kept[]>();
  private readonly noted = new Map<string, string>();
  private readonly own = newDevice();

  append(table: string, number: number, at: number, body: string): Promise<boolean> {
    const log = this.logs.get(table);
    const isNext = log !== undefined && number === log.length + 1;
    if (isNext) log.push([number, at, body]);
    return Promise.resolve(isNext);
  }

  open(table: string, listing: string, at: number, body: string): Promise<boolean> {
    const isNew = !this.noted.has(table);
    if (isNew) {
      this.noted.set(table, listing);
      this.logs.set(table, [[1, at, body]]);
    }
    return Promise.resolve(isNew);
  }

  note(table: string, listing: string): Promise<void> {
    if (this.noted.has(table)) this.noted.set(table, listing);
    return Promise.resolve();
  }

  remove(table: string): Promise<void> {
    this.noted.delete(table);
    this.logs.delete(table);
    return Promise.resolve();
  }

  entries(table: string, after: number): Promise<string> {
    return Promise.resolve(JSON.stringify((this.logs.get(table) ?? []).slice(after)));
  }

  listing(table: string): Promise<string | undefined> {
    return Promise.resolve(this.noted.get(table));
  }

  listings(): Promise<string> {
    return Promise.resolve(JSON.stringify([...this.noted]));
  }

  device(): Promise<string> {
    return Promise.resolve(this.own);
  }
}

const newDevice = (): string => newName() + newName();
