// The one error this package throws on purpose: a fault a person can mend, told in one line.

/** The database cannot run here. `message` is one line for the person at the terminal: what is wrong and what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Turns the last lines PostgreSQL or initdb wrote into one line a person can act on. */
export function explainFailure(output: string, cluster: string): string {
  if (/No space left on device|could not extend file|disk quota exceeded/i.test(output))
    return `磁盘已满：请在 ${cluster} 所在的磁盘腾出至少 200 MB 后重试`
  if (/Read-only file system/i.test(output)) return `数据目录 ${cluster} 位于只读磁盘：请用 DATA_DIR 指定可写的目录`
  if (
    /could not (?:create|resize) (?:\w+ )?shared memory|could not map anonymous shared memory|out of memory|Cannot allocate memory/i.test(
      output,
    )
  ) {
    return '内存不足：数据库需要约 150 MB 空闲内存（容器请检查内存与 /dev/shm 上限）'
  }
  if (/error while loading shared libraries|not found \(required by|No such file or directory.*ld-/i.test(output)) {
    return '内置 PostgreSQL 无法在本系统运行（需要 glibc 2.27 以上）：请用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库'
  }
  const lines = output
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const last = lines.findLast(line => /FATAL|PANIC|ERROR|error:|fatal/i.test(line)) ?? lines.at(-1) ?? '没有任何输出'
  return `PostgreSQL 无法启动：${last}（数据目录 ${cluster}）`
}
