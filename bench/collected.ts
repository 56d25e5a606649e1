// Loaded into a process before its own code: its garbage is collected every ten seconds, so that memory which grows is held.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
if (typeof collect !== 'function') throw new Error('this Node does not collect when asked')
setInterval(() => Reflect.apply(collect, undefined, []), 10_000).unref()
