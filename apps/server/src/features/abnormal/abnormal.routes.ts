// The calls of abnormal positions bound to what serves them.
import * as calls from '@yunshu/contract/abnormal/abnormal'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import {
  keepPhotos,
  moveAbnormal,
  moveAbnormals,
  noteCall,
  orderTerminal,
  saveAbnormalRule,
} from './abnormal.commands.ts'
import { judgeMany } from './batchFaults.queries.ts'
import { findAbnormal } from './details.queries.ts'
import { countAbnormalBy, findAbnormalPage, findAbnormalRules } from './abnormal.queries.ts'

export const abnormalRoutes: Route[] = [
  on(calls.listAbnormal, findAbnormalPage),
  on(calls.countAbnormal, countAbnormalBy),
  on(calls.listAbnormalRules, findAbnormalRules),
  on(calls.getAbnormal, findAbnormal),
  on(calls.judgeAbnormals, judgeMany),
  on(calls.noteAbnormalCall, noteCall),
  onAfter(calls.addAbnormalPhotos, storeUploads, keepPhotos),
  on(calls.orderAbnormal, orderTerminal),
  on(calls.moveAbnormal, moveAbnormal),
  on(calls.moveAbnormals, moveAbnormals),
  on(calls.saveAbnormalRule, saveAbnormalRule),
]
