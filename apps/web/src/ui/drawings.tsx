// The small set of drawings that stand in place of content: one line weight, the brand where something is missing.

/** The reasons for a page without content. */
export type Lack = 'nothing' | 'notFound' | 'noRight' | 'gone' | 'offline'

/** Strokes on a grid of 96 by 72: what is there, and what is missing of it. */
const strokes: Readonly<Record<Lack, { there: string; missing: string }>> = {
  nothing: {
    there: 'M18 30 48 16l30 14v24L48 66 18 54zM18 30l30 13 30-13M48 43v23',
    missing: 'M33 23l30 13M48 4v6M34 7l3 5M62 7l-3 5',
  },
  notFound: {
    there: 'M12 14h44M12 28h24M12 42h20M12 56h30',
    missing: 'M58 52a14 14 0 1 0 0-28 14 14 0 0 0 0 28M68 48l14 14',
  },
  noRight: { there: 'M20 14h56v46H20zM20 26h56', missing: 'M40 42h16v12H40zM43 42v-4a5 5 0 0 1 10 0v4' },
  gone: { there: 'M28 8h28l12 12v16M28 8v56h18M56 8v12h12', missing: 'M56 46l20 20M76 46 56 66' },
  offline: {
    there: 'M14 30a50 50 0 0 1 68 0M26 42a34 34 0 0 1 44 0M38 53a17 17 0 0 1 20 0M48 63h.1',
    missing: 'M20 8l56 56',
  },
}

/** The drawing of a lack; it says nothing the sentence below it does not say. */
export function Drawing({ of: lack }: { of: Lack }) {
  const { there, missing } = strokes[lack]
  return (
    <svg className="ys-drawing" viewBox="0 0 96 72" aria-hidden="true">
      <path d={there} />
      <path className="ys-drawing-lack" d={missing} />
    </svg>
  )
}
