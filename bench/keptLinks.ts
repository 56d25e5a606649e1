// Loaded into a gateway before its own code, as a control: two kilobytes are kept of each connection that ever came.
import { subscribe } from 'node:diagnostics_channel'

const kept: Buffer[] = []
subscribe('net.server.socket', () => kept.push(Buffer.alloc(2048, 1 + (kept.length % 255))))
