// The calls of letters of balances bound to what serves them.
import * as calls from '@yunshu/contract/letter/letter'
import { on, type Route } from '../../http/serve.ts'
import { markLetterLines, stepLetter, urgeLetter } from './letter.commands.ts'
import { countLettersBy, findLetter, findLetterRuns, findLetters } from './letter.queries.ts'
import { sendLetters } from './send.commands.ts'

export const letterRoutes: Route[] = [
  on(calls.listLetters, findLetters),
  on(calls.countLetters, countLettersBy),
  on(calls.getLetter, findLetter),
  on(calls.listLetterRuns, findLetterRuns),
  on(calls.sendLetters, sendLetters),
  on(calls.moveLetter, stepLetter),
  on(calls.markLetterLines, markLetterLines),
  on(calls.urgeLetter, urgeLetter),
]
