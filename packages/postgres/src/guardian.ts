// A tiny shell that outlives us by one breath: when we die without a word, it stops the server we started.
import { spawn } from 'node:child_process'
import { asAccount, type Account } from './account.ts'

// The pipe's other end is ours alone (close-on-exec), so end of file means that we are gone, kill -9 included.
// Unlike prctl(PR_SET_PDEATHSIG) this knows macOS and BusyBox, and cannot fire because a mere thread ended.
const script = `read -r word && exit 0
kill -INT "$1" 2>/dev/null
[ -n "$2" ] || exit 0
n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 30 ]; do sleep 0.1; n=$((n+1)); done
rm -rf "$2"`

/** Watches over `server`; with `throwAway` it also removes that folder when we are gone. Returns the way to call it off. */
export function guard(server: number, account: Account | null, throwAway: string | null): () => void {
  if (process.platform === 'win32') return () => {}
  const child = spawn('/bin/sh', ['-c', script, 'yunshu-guardian', String(server), throwAway ?? ''], {
    ...asAccount(account), detached: true, stdio: ['pipe', 'ignore', 'ignore'],
  })
  // no guardian is no reason to have no database: the next start clears orphans anyway
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  return () => child.stdin.end('done\n')
}
