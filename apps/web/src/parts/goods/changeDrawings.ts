// Changes of goods as every list of them draws them.

/** The columns of single facts; a list names what it draws otherwise. */
export const changeDrawings = {
  goodsNo: { width: 180, fixed: 'start', card: 'title' },
  state: { width: 110 },
  title: { width: 160 },
  shipperName: { width: 190 },
  diff: { width: 300 },
  reason: { width: 180 },
  appliesToOpen: { width: 110 },
  createdAt: {},
} as const
