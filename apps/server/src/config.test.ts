// Settings of the push bus: what is taken, and one line for each fault.
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgresql://localhost/x', DEMO: '1', ...env })

test('processes wake each other through the database unless told otherwise', () => {
  expect(read({})).toMatchObject({ pushBus: 'postgres', natsUrl: '' })
  expect(read({ PUSH_BUS: 'local' }).pushBus).toBe('local')
  expect(read({ PUSH_BUS: 'nats', NATS_URL: 'nats://u:p%40@a:4222,tls://b:4222' })).toMatchObject({
    pushBus: 'nats',
    natsUrl: 'nats://u:p%40@a:4222,tls://b:4222',
  })
})

test('a wrong bus or broker address stops the start with one line that does not repeat it', () => {
  const faults: [Record<string, string>, string][] = [
    [{ PUSH_BUS: 'redis' }, '设置 PUSH_BUS 应为 local、postgres 或 nats'],
    [{ PUSH_BUS: 'nats' }, '设置 NATS_URL 必须给出：PUSH_BUS 为 nats'],
    ...['http://a', 'a:4222', 'nats://', 'nats://a:99999', 'nats://a,', 'nats://a b'].map(
      (url): [Record<string, string>, string] => [
        { PUSH_BUS: 'nats', NATS_URL: url },
        '设置 NATS_URL 应为 nats:// 或 tls:// 地址，多个用逗号分开',
      ],
    ),
  ]
  for (const [env, line] of faults) expect(() => read(env), JSON.stringify(env)).toThrow(new Error(line))
})
