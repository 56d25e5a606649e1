// Refusals of relations between companies.
import { problemTable } from './row.ts'

export const relationProblems = problemTable({
  'relation.exists': { code: 2001, http: 200, text: '与对方的合作关系为“{state}”，不能重复邀请' },
  'relation.theirs': { code: 2002, http: 200, text: '对方已邀请贵公司，请直接同意' },
  'relation.own': { code: 2003, http: 200, text: '不能答复本公司发出的邀请' },
  'relation.notOurs': { code: 2004, http: 200, text: '只能由发起方撤回或撤销' },
  'relation.soon': { code: 2005, http: 200, text: '{time}后才能再次邀请' },
  'relation.many': { code: 2006, http: 200, text: '30 天内最多邀请 {most} 次，请稍后再试' },
  'relation.company': { code: 2007, http: 200, text: '{name}当前不能建立合作（企业未通过审核或已停用）' },
  'relation.open': { code: 2008, http: 200, text: '双方还有{what}，不能立即解除；可选择完成后解除' },
  'relation.link': { code: 2009, http: 200, text: '邀请链接已失效，请向对方索取新的链接' },
})
