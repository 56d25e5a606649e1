// Steps of a record and its facts as they are drawn.
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { renderToStaticMarkup as drawn } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facts } from '../Facts.tsx'
import { RecordPlaceContext } from './recordPlace.ts'
import { Steps } from './Steps.tsx'

const way = ['draft', 'submitted', 'approved', 'paying', 'paid'] as const
const reached = [
  { state: 'draft', at: 1, by: '姜志强' },
  { state: 'submitted', at: 2 },
  { state: 'approved', at: 3 },
  { state: 'paying', at: 4 },
] as const
const looks = (text: string): string[] => [...text.matchAll(/<li class="ys-way-(\w+)/g)].map(([, look = '']) => look)

test('the last step of a way that was gone to its end is done, not under way', () => {
  const over = drawn(
    <Steps machine={settlementStates} way={way} state="paid" reached={[...reached, { state: 'paid', at: 5 }]} />,
  )
  expect(looks(over)).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(over).toContain('姜志强')
  const underWay = drawn(<Steps machine={settlementStates} way={way} state="approved" reached={reached.slice(0, 3)} />)
  expect(looks(underWay)).toEqual(['done', 'done', 'now', 'next', 'next'])
})

test('a step named by what is done in it is done, and the next one waited for', () => {
  const two = ['draft', 'submitted', 'paid'] as const
  const labels = { draft: '生成', submitted: '提交', paid: '支付' }
  const sent = (
    <Steps machine={settlementStates} way={two} state="submitted" now="等财务" {...{ labels }} reached={reached} />
  )
  expect(looks(drawn(sent))).toEqual(['done', 'done', 'now'])
  expect(drawn(sent)).toMatch(/支付<small>等财务/)
  // the same word before and after: it says what is done
  const done = { submitted: settlementStates.states.submitted.label }
  const signed = <Steps machine={settlementStates} way={two} state="submitted" {...{ done }} reached={reached} />
  expect(looks(drawn(signed))).toEqual(['done', 'done', 'now'])
  // nothing tells that it was taken
  const untold = <Steps machine={settlementStates} way={two} state="submitted" {...{ labels }} reached={[]} />
  expect(looks(drawn(untold))).toEqual(['done', 'now', 'next'])
})

test('a state off the way stands after the last step taken, and steps that never came are left out', () => {
  const text = drawn(<Steps machine={settlementStates} way={way} state="rejected" reached={reached.slice(0, 2)} />)
  expect([...text.matchAll(/what">([^<]+)/g)].map(([, label]) => label)).toEqual(['草稿', '待审核', '已驳回'])
  expect(looks(text)).toEqual(['done', 'done', 'now'])
})

test('a record leaves out empty facts and says how many; forms and dialogs show them', () => {
  const facts = (
    <Facts
      items={[
        ['客户单号', ''],
        ['货主', '恒泰'],
        ['价格', undefined],
      ]}
    />
  )
  const inRecord = drawn(<RecordPlaceContext value="page">{facts}</RecordPlaceContext>)
  expect(inRecord).not.toContain('客户单号')
  expect(inRecord).toContain('显示全部字段（1 项为空）')
  expect(drawn(facts)).toContain('客户单号')
  expect(drawn(facts)).not.toContain('显示全部字段')
})
