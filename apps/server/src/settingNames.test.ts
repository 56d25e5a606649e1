// Misspelt settings: one line each with the nearest name, and silence about the names of others.
import { expect, test } from 'vitest'
import { settingNames } from './config.ts'
import { misspeltSettings } from './settingNames.ts'

const line = (name: string, nearest: string) => `设置 ${name} 不存在，已忽略：最接近的设置是 ${nearest}`

test('S3_REGION and PORTT were taken without a word: each is told with the nearest setting', () => {
  const given = {
    PORTT: '1',
    S3_BUKCET: 'x',
    DATABSE_URL: 'postgresql://secret@x',
    port: '9',
    YUNSHU_DEMO: '1',
    PUSH_BUSS: 'nats',
    SIGN_SECERT: 'hush-hush-hush-hush',
    EXPORT_ROW: '1',
  }
  expect(misspeltSettings(given)).toEqual([
    line('PORTT', 'PORT'),
    line('S3_BUKCET', 'S3_BUCKET'),
    line('DATABSE_URL', 'DATABASE_URL'),
    line('port', 'PORT'),
    line('YUNSHU_DEMO', 'DEMO'),
    line('PUSH_BUSS', 'PUSH_BUS'),
    line('SIGN_SECERT', 'SIGN_SECRET'),
    line('EXPORT_ROW', 'EXPORT_ROWS'),
  ])
  // no setting is near it, but its family is ours
  expect(misspeltSettings({ S3_REGION: 'cn-north-1' })).toEqual([
    expect.stringMatching(/^设置 S3_REGION 不存在，已忽略：最接近的设置是 S3_\w+$/),
  ])
})

test('real settings and the names of others are left in peace', () => {
  expect(misspeltSettings(Object.fromEntries(settingNames.map(name => [name, 'x'])))).toEqual([])
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'TERM',
    'LANG',
    'NODE_ENV',
    'NODE_OPTIONS',
    'npm_config_cache',
    'NATS_SERVICE_HOST',
    'NATS_PORT',
    'NATS_PORT_4222_TCP',
    'TEST_DATABASE_URL',
    'YUNSHU_BEGUN',
    'PGHOST',
    'SUDO_USER',
    'GATEWAY_PORT',
  ]
  expect(misspeltSettings(Object.fromEntries(others.map(name => [name, 'x'])))).toEqual([])
  expect(misspeltSettings({ PORTT: undefined })).toEqual([])
})
