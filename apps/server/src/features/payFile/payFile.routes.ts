// The calls of payment files bound to what serves them.
import * as answers from '@yunshu/contract/payFile/payAnswer'
import * as calls from '@yunshu/contract/payFile/payFile'
import { readUploadedSheet } from '../../imports/uploadedSheet.ts'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { keepPayAnswer, movePayAnswer } from './answer.commands.ts'
import { findPayAnswer } from './answer.queries.ts'
import { cancelPayment, handOutPayFile, makePayFile, movePayFile } from './payFile.commands.ts'
import { countPayFilesBy, findCandidates, findPayFile, findPayFiles } from './payFile.queries.ts'
import { findPayFileTemplates } from './template.queries.ts'

export const payFileRoutes: Route[] = [
  on(calls.listPayFiles, findPayFiles),
  on(calls.countPayFiles, countPayFilesBy),
  on(calls.getPayFile, findPayFile),
  on(calls.listPayFileCandidates, findCandidates),
  on(calls.listPayFileTemplates, findPayFileTemplates),
  on(calls.makePayFile, makePayFile),
  on(calls.movePayFile, movePayFile),
  onFile(calls.downloadPayFile, handOutPayFile),
  on(calls.cancelPayment, cancelPayment),
  onAfter(answers.readPayAnswer, readUploadedSheet, keepPayAnswer),
  on(answers.getPayAnswer, findPayAnswer),
  on(answers.movePayAnswer, movePayAnswer),
]
