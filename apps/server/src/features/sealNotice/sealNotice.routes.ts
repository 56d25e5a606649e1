// Addresses of the seal partner in our house: where it sends notices, and in demos the page of its simulator.
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendRefusal } from '../../http/answer.ts'
import type { SecurityEvents } from '../../http/securityEvents.ts'
import { endSimulated, findSimulatedPage, simulatedEnds, type SimulatedEnd } from '../../partners/sealSimulator.ts'
import type { Deps } from '../../work/ctx.ts'
import { takeSealNotice } from './sealNotice.commands.ts'

/** The largest notice read, bytes. */
const noticeBytes = 65_536
const noticePath = '/partners/seal/notice'

/** Mounts the address of notices, and the simulator's page where the partner is simulated. */
export function mountSeal(app: FastifyInstance, deps: Deps, events: SecurityEvents): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^application\/x-www-form-urlencoded/i,
      { parseAs: 'buffer', bodyLimit: noticeBytes },
      (_request, body, done) => {
        done(null, body)
      },
    )
    scope.post(
      noticePath,
      { config: { open: 'notices of the seal partner, believed by their signature, and only a reason to ask' } },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        try {
          if (!Buffer.isBuffer(request.body)) throw new Problem('request.type')
          const work = await takeSealNotice(deps, headersOf(request), request.body, Date.now())
          // the partner waits three seconds for its answer, whatever we have to ask
          void work().catch((err: unknown) => request.log.error({ err }, 'after a notice'))
          return await reply.type('text/plain').send('success')
        } catch (error) {
          request.log.warn({ err: error }, 'notice refused')
          events.note(request, { path: noticePath, title: '签章通知' }, error)
          return sendRefusal(reply, request, error)
        }
      },
    )
    if (deps.seal?.isSimulated) mountSimulator(scope, deps)
  })
}

const headersOf = ({ headers }: FastifyRequest) => {
  const text = (name: string): string => {
    const value = headers[`x-fasc-${name}`]
    return typeof value === 'string' ? value : ''
  }
  return {
    appId: text('app-id'),
    signType: text('sign-type'),
    timestamp: text('timestamp'),
    nonce: text('nonce'),
    event: text('event'),
    sign: text('sign'),
  }
}

const simulatorPath = '/partners/sim/seal/:ticket'
const open = { config: { open: 'the page of the simulated seal partner, by the ticket of one party' } }

function mountSimulator(app: FastifyInstance, deps: Deps): void {
  app.get(simulatorPath, open, async (request, reply) => {
    const page = await findSimulatedPage(deps.pool, ticketOf(request))
    if (!page) return sendRefusal(reply, request, new Problem('address.none'))
    const buttons = page.ends.map(
      end => `<p><button name="end" value="${end}">${simulatedEnds[end].label}</button></p>`,
    )
    const rest = page.ends.length === 0 ? `<p>已办理。</p><p><a href="${written(page.back)}">返回</a></p>` : ''
    return reply.header('Cache-Control', 'no-store').type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>模拟签章平台</title>
<style>body{font:16px/1.7 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem;width:100%}</style>
<main><h1>模拟签章平台</h1><p>演示用，不产生真实签章。</p><p>${written(page.title)}</p><p>办理方：${written(page.who)}</p>
<form method="post">${buttons.join('')}</form>${rest}</main></html>`)
  })
  app.post(simulatorPath, open, async (request, reply) => {
    const end = Buffer.isBuffer(request.body) ? new URLSearchParams(request.body.toString('utf8')).get('end') : null
    if (end === null || !isEnd(end)) throw new Problem('request.bad', { reason: '请选择' })
    const back = await endSimulated(deps.pool, ticketOf(request), end)
    if (back === undefined) throw new Problem('address.none')
    // a real partner adds words of its own, which count for nothing
    return reply.header('Cache-Control', 'no-store').redirect(`${back}&signResult=success`, 303)
  })
}

const isEnd = (text: string): text is SimulatedEnd => Object.hasOwn(simulatedEnds, text)
function ticketOf({ params }: FastifyRequest): string {
  const ticket = String(Reflect.get(Object(params), 'ticket'))
  if (!/^[\w-]{22}$/.test(ticket)) throw new Problem('address.none')
  return ticket
}
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const written = (text: string): string => text.replace(/[&<>"']/g, sign => signs[sign] ?? '')
