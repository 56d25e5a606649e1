// A process of strangers: each connects from one of some addresses, registers under a number nobody knows, and leaves.
import net from 'node:net'
import { isFault } from '../packages/jt808/src/fault.ts'
import { writeFrame } from '../packages/jt808/src/frame.ts'
import { writeBody } from '../packages/jt808/src/message.ts'

const port = Number(process.env['FLOOD_PORT'])
const perMinute = Number(process.env['FLOOD_PER_MINUTE'])
const seconds = Number(process.env['FLOOD_SECONDS'])
const addresses = Number(process.env['FLOOD_ADDRESSES'])
const first = Number(process.env['FLOOD_FIRST'])

function registrationOf(n: number): Uint8Array {
  const deviceNo = String(n % 10_000_000).padStart(7, '0')
  const body = writeBody(
    {
      kind: 'register',
      value: { province: 44, city: 300, maker: 'DEMO', model: 'T1', deviceNo, plateColor: 2, plate: '' },
    },
    2013,
  )
  if (isFault(body)) throw new Error(body.fault)
  const head = { id: 0x0100, is2019: false, protocol: 0, encryption: 0, isReserved: false, part: undefined }
  const wire = writeFrame({ ...head, phone: String(n).padStart(12, '0'), serial: 1 }, body)
  if (isFault(wire)) throw new Error(wire.fault)
  return wire
}

const came = { sent: 0, answered: 0, turnedAway: 0 }

/** One stranger; resolves when it was answered or turned away. */
function knock(n: number): Promise<void> {
  came.sent++
  return new Promise(resolve => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (n % addresses)}` })
    let isAnswered = false
    socket.on('connect', () => socket.write(registrationOf(first + n)))
    socket.on('data', () => {
      isAnswered = true
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isAnswered) came.answered++
      else came.turnedAway++
      resolve()
    })
  })
}

const begun = performance.now()
const open: Promise<void>[] = []
const timer = setInterval(() => {
  const passed = (performance.now() - begun) / 1000
  const due = Math.floor((Math.min(passed, seconds) * perMinute) / 60)
  while (came.sent < due) open.push(knock(came.sent))
  if (passed < seconds) return
  clearInterval(timer)
  void Promise.all(open).then(() => process.send?.({ ...came, tookS: (performance.now() - begun) / 1000 }))
}, 10)
process.on('disconnect', () => process.exit())
