// The manual inside the product: chapters by the reader's work, a search that knows pinyin, words of the trade.
/// <reference types="vite/client" />
import { screens, screenUrl } from '@yunshu/contract/screens/screens'
import type { BookEvent } from '@yunshu/domain/voucher/bookEvents'
import { terms, type TermKey } from '@yunshu/domain/term/terms'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { can, isAllowed } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { EmptyState } from '../../ui/States.tsx'
import {
  chapterKeys,
  chapters,
  isChapter,
  isFor,
  isReader,
  readers,
  searchManual,
  type ChapterKey,
  type Reader,
} from './chapters.ts'
import './help.css'

const termKeys = Object.keys(terms) as TermKey[]
const wordsPart = 'words'
const pictures = import.meta.glob<string>('./pictures/*.jpg', { query: '?url', import: 'default', eager: true })

/** Screen Help; the chapter stands in the address as `on`, the readers whose work is listed as `of`. */
export default function HelpPage() {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState('')
  const info = useSession(session => session.info)
  const held = useSession(session => session.jurisdiction)
  const of = params.get('of') ?? ''
  const reader: Reader = isReader(of) ? of : 'mine'
  const person = { sides: sidesOf(info), can: (permit: Parameters<typeof can>[0]) => isAllowed(held, permit) }
  const listed = chapterKeys.filter(key => isFor(chapters[key], reader, person))
  const on = params.get('on') ?? ''
  const shown = on === wordsPart || isChapter(on) ? on : (listed[0] ?? 'today')
  const found = searchManual(typed)
  const isSearching = typed.trim() !== ''
  const go = (part: string): void => {
    setParams(reader === 'mine' ? { on: part } : { on: part, of: reader })
  }
  return (
    <div className="help" data-reading={on !== '' && !isSearching}>
      <nav className="help-contents" aria-label="目录">
        <h1>使用手册</h1>
        <Input.Search
          allowClear
          placeholder="搜手册，可打拼音"
          aria-label="搜手册"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        {isSearching ? (
          <FoundList found={found} onGo={go} />
        ) : (
          <>
            <div className="help-readers" role="toolbar" aria-label="谁的工作">
              {(Object.keys(readers) as Reader[]).map(key => (
                <button key={key} type="button" aria-pressed={key === reader} onClick={() => setParams({ of: key })}>
                  {readers[key]}
                </button>
              ))}
            </div>
            <ul>
              {listed.map(key => (
                <Entry key={key} title={chapters[key].title} isOn={key === shown} onGo={() => go(key)} />
              ))}
              <Entry title="行话解释" isOn={shown === wordsPart} onGo={() => go(wordsPart)} />
            </ul>
          </>
        )}
      </nav>
      <article className="help-text" aria-live="polite">
        <Button className="help-back" onClick={() => setParams(reader === 'mine' ? {} : { of: reader })}>
          目录
        </Button>
        {isChapter(shown) ? <ChapterText of={shown} onWord={() => go(wordsPart)} /> : <Words />}
      </article>
    </div>
  )
}

function Entry({ title, isOn, onGo }: { title: string; isOn: boolean; onGo: () => void }) {
  return (
    <li>
      <button type="button" aria-current={isOn ? 'page' : undefined} onClick={onGo}>
        {title}
      </button>
    </li>
  )
}

function FoundList({ found, onGo }: { found: ReturnType<typeof searchManual>; onGo: (part: string) => void }) {
  if (found.chapters.length + found.terms.length === 0)
    return <EmptyState lack="notFound" text="手册里没有找到，换个说法试试" />
  return (
    <ul aria-label="找到的内容">
      {found.chapters.map(key => (
        <Entry key={key} title={chapters[key].title} isOn={false} onGo={() => onGo(key)} />
      ))}
      {found.terms.map(key => (
        <li key={key}>
          <p className="help-word">
            <strong>{terms[key].word}</strong> {terms[key].means}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface EntriesProps {
  step: string
  events: Readonly<Record<string, BookEvent>>
}

/** The events of a step: when each is booked, and on which accounts. */
function Entries({ step, events }: EntriesProps) {
  return (
    <>
      <h3>{step}记什么</h3>
      <table className="ys-table help-entries">
        <thead>
          <tr>
            <th>什么时候</th>
            <th>借</th>
            <th>贷</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(events).map(([code, { when, debit, credit }]) => (
            <tr key={code}>
              <td>{when}</td>
              <td>{debit}</td>
              <td>{credit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function ChapterText({ of, onWord }: { of: ChapterKey; onWord: () => void }) {
  const { title, purpose, steps, entries = {}, questions = [], terms: words = [], screen, sides } = chapters[of]
  const titleId = useId()
  const held = useSession(session => session.jurisdiction)
  const info = useSession(session => session.info)
  const row = screen === undefined ? undefined : screens[screen]
  const isOurs = sides === undefined || sides.some(side => sidesOf(info).includes(side))
  const mayOpen = row !== undefined && isOurs && (row.permit === 'session' || isAllowed(held, row.permit))
  return (
    <section aria-labelledby={titleId}>
      <header className="help-head">
        <h2 id={titleId}>{title}</h2>
        {mayOpen && screen !== undefined && (
          <Link to={screenUrl(screen)}>
            <Button>打开{row.title}</Button>
          </Link>
        )}
      </header>
      <p className="help-purpose">{purpose}</p>
      <ol className="help-steps">
        {steps.map(([act, note]) => (
          <li key={act}>
            {act}
            {note !== undefined && <span>{note}</span>}
          </li>
        ))}
      </ol>
      <a className="help-look" href={pictures[`./pictures/${of}.jpg`]} target="_blank" rel="noreferrer">
        <img
          className="help-picture"
          src={pictures[`./pictures/${of}.jpg`]}
          alt={`${title}的界面，按下看大图`}
          width="1280"
          height="800"
          loading="lazy"
        />
      </a>
      {Object.entries(entries).map(([step, events]) => (
        <Entries key={step} step={step} events={events} />
      ))}
      {questions.length > 0 && (
        <>
          <h3>常见问题</h3>
          <dl>
            {questions.map(([question, answer]) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {words.length > 0 && (
        <>
          <h3>这里的行话</h3>
          <WordList of={words} />
          <Button type="link" className="help-more" onClick={onWord}>
            全部行话解释
          </Button>
        </>
      )}
    </section>
  )
}

/** All words of the trade. */
function Words() {
  return (
    <section aria-label="行话解释">
      <header className="help-head">
        <h2>行话解释</h2>
      </header>
      <p className="help-purpose">页面上带问号的词都在这里。</p>
      <WordList of={termKeys} />
    </section>
  )
}

function WordList({ of }: { of: readonly TermKey[] }) {
  return (
    <dl>
      {of.map(key => (
        <div key={key} id={`word-${key}`}>
          <dt>{terms[key].word}</dt>
          <dd>
            {terms[key].means}
            {terms[key].example !== undefined && <span className="help-example">例：{terms[key].example}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
