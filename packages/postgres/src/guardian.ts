// A tiny shell that outlives us by one breath: when we die without a word, it ends the process we started.
import { spawn } from 'node:child_process'
import { asAccount, type Account } from './account.ts'

/** The end of an orphan: ask, wait, insist; then remove a folder that only made sense with it. */
export interface LastWill {
  readonly ask: 'INT' | 'TERM'
  readonly patienceMs: number
  readonly insist: 'QUIT' | 'KILL'
  readonly throwAway: string | null
}

// The pipe's other end is ours alone (close-on-exec), so end of file means that we are gone, kill -9 included.
// Unlike prctl(PR_SET_PDEATHSIG) this knows macOS and BusyBox, and cannot fire because a mere thread ended.
const script = `read -r word && exit 0
kill -"$2" "$1" 2>/dev/null
n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt "$3" ]; do sleep 0.1; n=$((n+1)); done
kill -"$4" "$1" 2>/dev/null
[ -z "$5" ] || rm -rf "$5"`

/**
 * Watches over the process `pid`, which must belong to `account`. Returns the way to call it off, once the process has
 * ended.
 */
export function guardProcess(
  pid: number,
  account: Account | null,
  { ask, patienceMs, insist, throwAway }: LastWill,
): () => void {
  if (process.platform === 'win32') return () => {}
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'yunshu-guardian', String(pid), ask, String(Math.ceil(patienceMs / 100)), insist, throwAway ?? ''],
    {
      ...asAccount(account),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  // no guardian is no reason to have no process: the next start clears orphans anyway
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return () => child.stdin.end('done\n')
}
