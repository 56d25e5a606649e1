// The panel of the 省市区 field: found places while one types, else recents, busy cities and three columns.
import { markedPath, searchRegions, type RegionHit } from '@yunshu/regions/find'
import { regionPath } from '@yunshu/regions/label'
import { openIndex, type RegionIndex } from '@yunshu/regions/searchIndex'
import { hotCities } from '@yunshu/regions/tables/hotCities'
import { isCompleteChoice, isPseudoCity, trailOf, type City, type Region, type RegionTree } from '@yunshu/regions/tree'
import { useImperativeHandle, useMemo, useState, type Ref } from 'react'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { useRecentRegions, useRegionSearch, useRegionTree } from './regionData.ts'

export interface PanelHandle {
  /** Keys of the box walk and choose what was found. */
  readonly press: (key: 'ArrowDown' | 'ArrowUp' | 'Enter') => void
}

interface RegionPanelProps {
  ref?: Ref<PanelHandle>
  value: string | undefined
  /** The typed text; blank shows the columns. */
  text: string
  /** Code of a province or city that was found: what lies below it is offered. */
  within: string | undefined
  onWithin: (code: string | undefined) => void
  partial: boolean
  /** 省 | 市 | 区 one after the other, for phones. */
  asTabs: boolean
  /** `isDone`: nothing more can be chosen below. */
  onPick: (code: string, path: string, isDone: boolean) => void
}

export function RegionPanel(props: RegionPanelProps) {
  const tree = useRegionTree()
  const search = useRegionSearch()
  const index = useMemo(
    () => (tree.data && search.data ? openIndex(tree.data, search.data) : undefined),
    [tree.data, search.data],
  )
  const error = tree.error ?? search.error
  if (error)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void tree.refetch()
          void search.refetch()
        }}
      />
    )
  if (!tree.data || !index) return <Skeleton lines={5} />
  return props.text.trim() === '' && props.within === undefined ? (
    <Columns {...props} tree={tree.data} index={index} />
  ) : (
    <Hits {...props} tree={tree.data} index={index} />
  )
}

interface Loaded extends RegionPanelProps {
  tree: RegionTree
  index: RegionIndex
}

function Hits({ ref, text, within, onWithin, partial, onPick, tree, index }: Loaded) {
  const [recents] = useRecentRegions()
  const hits = useMemo(
    () => searchRegions(index, text, { recents, former: within === undefined, within }),
    [index, text, recents, within],
  )
  const choices = hits.filter(hit => !hit.former)
  const typed = `${within} ${text}`
  const [at, setAt] = useState({ typed, place: 0 })
  const place = at.typed === typed ? Math.min(at.place, choices.length - 1) : 0
  const isChoice = (code: string): boolean => partial || isCompleteChoice(tree, code)
  const choose = ({ code, path }: { code: string; path: string }): void =>
    isChoice(code) ? onPick(code, path, true) : onWithin(code)
  useImperativeHandle(ref, () => ({
    press: key => {
      const hit = choices[place]
      if (key === 'Enter') {
        if (hit) choose(hit)
      } else setAt({ typed, place: Math.max(0, Math.min(choices.length - 1, place + (key === 'ArrowDown' ? 1 : -1))) })
    },
  }))
  return (
    <>
      {within !== undefined && (
        <div className="ys-region-within">
          <span>{regionPath(tree, within)}</span>
          <button type="button" className="ys-link" onClick={() => onWithin(undefined)}>
            重新选择
          </button>
        </div>
      )}
      {hits.length === 0 ? (
        <EmptyState text="没有找到，请换个写法" />
      ) : (
        <ul className="ys-region-hits" aria-label={text.trim() === '' ? '下级地区' : '搜索结果'}>
          {hits.map(hit =>
            hit.former ? (
              <FormerHit key={hit.code} hit={hit} into={hit.former.into} onChoose={choose} />
            ) : (
              <li key={hit.code}>
                <button type="button" aria-current={choices[place] === hit || undefined} onClick={() => choose(hit)}>
                  {(text.trim() === '' ? [{ text: hit.name, isMatch: false }] : markedPath(hit)).map((each, part) =>
                    each.isMatch ? <mark key={part}>{each.text}</mark> : each.text,
                  )}
                  {!isChoice(hit.code) && (
                    <span className="ys-weak">{hit.level === 'province' ? '选市' : '选区县'}</span>
                  )}
                </button>
              </li>
            ),
          )}
        </ul>
      )}
    </>
  )
}

/** A division abolished lately: it cannot be chosen, the ones that took it over can. */
function FormerHit({
  hit,
  into,
  onChoose,
}: {
  hit: RegionHit
  into: readonly { code: string; path: string }[]
  onChoose: (region: { code: string; path: string }) => void
}) {
  return (
    <li className="ys-weak">
      {hit.path}（{hit.former?.since} 已并入{' '}
      {into.map(each => (
        <button key={each.code} type="button" className="ys-link" onClick={() => onChoose(each)}>
          {each.path}
        </button>
      ))}
      ）
    </li>
  )
}

/** The entries of the second column: pseudo levels are passed over, so that 重庆 leads to its districts and 湖北 to 仙桃市. */
const below = (tree: RegionTree, province: string): readonly (City | Region)[] => {
  const found = tree.find(({ code }) => code === province)
  return (
    found?.cities.flatMap((city): readonly (City | Region)[] =>
      isPseudoCity(city.name, found.name) ? city.districts : [city],
    ) ?? []
  )
}

function Columns({ value, partial, asTabs, onPick, tree, index }: Loaded) {
  const [recents] = useRecentRegions()
  const trail = useMemo(() => (value === undefined ? [] : trailOf(tree, value).map(({ code }) => code)), [tree, value])
  const [open, setOpen] = useState<{ province?: string; city?: string }>({})
  const province = open.province ?? trail[0]
  const second = province === undefined ? [] : below(tree, province)
  const city = open.province === undefined ? (open.city ?? trail[1]) : open.city
  const chosenCity = second.find((each): each is City => each.code === city && 'districts' in each)
  const third = chosenCity?.districts ?? []
  const [tab, setTab] = useState(0)

  const press = (code: string, level: 0 | 1 | 2): void => {
    const isWhole = isCompleteChoice(tree, code)
    if (level === 0) setOpen({ province: code })
    if (level === 1) setOpen({ ...(province === undefined ? {} : { province }), city: code })
    if (isWhole || partial) onPick(code, regionPath(tree, code), isWhole)
    if (!isWhole) setTab(level + 1)
  }
  const pressQuick = (code: string): void => {
    const isWhole = isCompleteChoice(tree, code)
    if (isWhole || partial) return onPick(code, regionPath(tree, code), true)
    const [top, middle] = trailOf(tree, code)
    setOpen({ ...(top ? { province: top.code } : {}), ...(middle ? { city: middle.code } : {}) })
    setTab(2)
  }
  const lists = [
    { title: '省', rows: tree, chosen: province },
    { title: '市', rows: second, chosen: city ?? value },
    { title: '区', rows: third, chosen: value },
  ] as const
  const most = Math.min(tab, third.length > 0 ? 2 : second.length > 0 ? 1 : 0)
  return (
    <div className="ys-region">
      <Quick title="最近使用" codes={recents} index={index} onPick={pressQuick} />
      <Quick title="热门城市" codes={hotCities} index={index} onPick={pressQuick} />
      {asTabs && (
        <fieldset className="ys-region-tabs" aria-label="级别">
          {lists.map(
            ({ title, rows }, level) =>
              rows.length > 0 && (
                <button key={title} type="button" aria-pressed={most === level} onClick={() => setTab(level)}>
                  {title}
                </button>
              ),
          )}
        </fieldset>
      )}
      <div className={asTabs ? 'ys-region-columns ys-region-one' : 'ys-region-columns'}>
        {lists.map(
          ({ title, rows, chosen }, level) =>
            (!asTabs || level === most) && (
              <ul key={title} aria-label={title}>
                {rows.map(({ code, name }) => (
                  <li key={code}>
                    <button
                      type="button"
                      aria-current={code === chosen || undefined}
                      onClick={() => press(code, level as 0 | 1 | 2)}
                    >
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            ),
        )}
      </div>
    </div>
  )
}

interface QuickProps {
  title: string
  codes: readonly string[]
  index: Loaded['index']
  onPick: (code: string) => void
}

/** A line of regions to choose at once. */
function Quick({ title, codes, index, onPick }: QuickProps) {
  if (codes.length === 0) return null
  return (
    <fieldset className="ys-region-quick" aria-label={title}>
      <span className="ys-weak">{title}</span>
      {codes.map(code => {
        const entry = index.byCode.get(code)
        return (
          entry && (
            <button key={code} type="button" title={entry.path} onClick={() => onPick(code)}>
              {entry.shortName || entry.name}
            </button>
          )
        )
      })}
    </fieldset>
  )
}
