// The processes of one running product among all of the machine: those that were started for it, and no others that look
// like them.

/** Servers and databases of a product in what `ps -eo pid=,ppid=,args=` prints. */
export function processesOf(
  table: string,
  { pid, dataDir }: { readonly pid: number; readonly dataDir: string },
): { api: number[]; postgres: number[] } {
  const rows = table
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => match !== null)
    .map(match => ({ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }))
  const own = new Set([pid])
  // a child may stand above its parent in the table
  for (let before = 0; before < own.size;) {
    before = own.size
    for (const row of rows) if (own.has(row.parent)) own.add(row.pid)
  }
  return {
    api: rows
      .filter(
        row => own.has(row.pid) && /node.*apps\/server\/src\/main\.ts/.test(row.args) && !row.args.includes('sh -c'),
      )
      .map(row => row.pid),
    // the folder is this product's alone
    postgres: rows.filter(row => / -D /.test(row.args) && row.args.includes(`${dataDir}/`)).map(row => row.pid),
  }
}
