// A division chosen by three plain selects, for pages that load no component library.
import type { RegionTree } from '@yunshu/regions/tree'
import { useEffect, useState } from 'react'

interface RegionSelectsProps {
  /** Hears the six digits once nothing remains to be chosen, else ''. */
  onChange: (code: string) => void
  fault: string | undefined
}

/** 省, 市, 区; a province or city without parts below it is a whole choice. */
export function RegionSelects({ onChange, fault }: RegionSelectsProps) {
  const [tree, setTree] = useState<RegionTree>([])
  const [isFailed, setFailed] = useState(false)
  const [province, setProvince] = useState('')
  const [city, setCity] = useState('')
  const [district, setDistrict] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    fetch('/regions/tree.json', { signal: stop.signal })
      .then(async response => {
        if (!response.ok) throw new Error(String(response.status))
        setTree((await response.json()) as RegionTree)
      }) // built by packages/regions
      .catch(() => {
        if (!stop.signal.aborted) setFailed(true)
      })
    return () => stop.abort()
  }, [])
  const cities = tree.find(({ code }) => code === province)?.cities ?? []
  const districts = cities.find(({ code }) => code === city)?.districts ?? []
  const choose = (level: 'province' | 'city' | 'district', code: string): void => {
    if (level === 'province') {
      const inside = tree.find(each => each.code === code)?.cities ?? []
      const only = inside.length === 1 ? inside[0] : undefined
      setProvince(code)
      setCity(only?.code ?? '')
      setDistrict('')
      onChange(code !== '' && inside.length === 0 ? code : '')
    } else if (level === 'city') {
      setCity(code)
      setDistrict('')
      onChange(code !== '' && (cities.find(each => each.code === code)?.districts ?? []).length === 0 ? code : '')
    } else {
      setDistrict(code)
      onChange(code)
    }
  }
  const levels = [
    { level: 'province', label: '省', value: province, options: tree },
    { level: 'city', label: '市', value: city, options: cities },
    { level: 'district', label: '区县', value: district, options: districts },
  ] as const
  return (
    <fieldset
      className="plain-field plain-region"
      aria-describedby={fault === undefined ? undefined : 'plain-regionCode-fault'}
    >
      <legend>省市区</legend>
      {levels.map(({ level, label, value, options }) => (
        <select
          key={level}
          aria-label={label}
          value={value}
          disabled={options.length === 0}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => choose(level, target.value)}
        >
          <option value="">{label}</option>
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ))}
      {isFailed && (
        <p className="plain-field-fault" role="alert">
          地区数据加载失败，请刷新页面
        </p>
      )}
      {fault !== undefined && (
        <p id="plain-regionCode-fault" className="plain-field-fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
