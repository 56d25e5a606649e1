// Lines on the terminal, and the one error that ends a set-up with a single line.

/** A fault the person at the terminal can mend; the message says how. */
export class Fault extends Error {}

/** Prints one line of progress; to stderr, so that the output of a script stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Runs a script's main function; a Fault, or a full disk, becomes one line and exit code 1. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (error instanceof Fault) say(`✗ ${error.message}`)
    else if (error?.code === 'ENOSPC') say('✗ 磁盘已满：请腾出至少 2 GB 后重试')
    else if (error?.code === 'EACCES' || error?.code === 'EROFS')
      say(`✗ 无法写入 ${error.path}：请用拥有该目录的账号运行`)
    else throw error
    process.exitCode = 1
  }
}
