// The matrix of the kit: which rules kill which ledger.
import type { TestServer } from '../testServer.ts'
import { mutants } from './mutants.ts'
import { productLedger } from './product.ts'
import { rules, type Rule } from './rules.ts'

export const ruleNames = Object.keys(rules) as Rule[]

/** The rules of these that a ledger does not keep, with what they say: the product, or the mutant of a rule. */
export async function killersOf(
  server: TestServer,
  mutant: Rule | 'product',
  asked: readonly Rule[] = ruleNames,
): Promise<Partial<Record<Rule, string>>> {
  const product = await productLedger(server)
  const found: Partial<Record<Rule, string>> = {}
  for (const rule of asked) {
    // a ledger of its own for each rule: what a mutant remembers is of this rule alone
    const ledger = mutant === 'product' ? product : mutants[mutant](product, server)
    try {
      await rules[rule](ledger)
    } catch (error) {
      found[rule] = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    }
  }
  return found
}

/** A line of the matrix: · kept, ✕ killed by. */
export const matrixLine = (name: string, killers: Partial<Record<Rule, string>>): string =>
  `${ruleNames.map(rule => (rule in killers ? '✕' : '·')).join(' ')}  ${name}`
