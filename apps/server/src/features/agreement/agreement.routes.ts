// The calls of agreements bound to what serves them.
import * as calls from '@yunshu/contract/agreement/agreement'
import * as templates from '@yunshu/contract/agreement/template'
import { publicReads } from '@yunshu/domain/share'
import { limitedBy, readLimit } from '../../http/readLimit.ts'
import { on, onAfter, onOpen, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { filePaper, judgePaper, stepAgreement } from './agreement.commands.ts'
import { countAgreementsBy, findAgreement, findAgreementRelations, findAgreementsPage } from './agreement.queries.ts'
import { changeAgreement, makeAgreement } from './draft.commands.ts'
import { askNow, askSignReturn, findSignPage, findSignPages, openSigning, openSignings } from './sign.commands.ts'
import { closeTemplate, findTemplates, saveTemplate } from './template.commands.ts'

export const agreementRoutes: Route[] = [
  on(calls.listAgreements, findAgreementsPage),
  on(calls.countAgreements, countAgreementsBy),
  on(calls.getAgreement, findAgreement),
  on(calls.listAgreementRelations, findAgreementRelations),
  on(calls.makeAgreement, makeAgreement),
  on(calls.changeAgreement, changeAgreement),
  on(calls.moveAgreement, stepAgreement),
  on(calls.confirmAgreementPaper, judgePaper),
  onAfter(calls.signAgreement, findSignPage, openSigning),
  onAfter(calls.signAgreements, findSignPages, openSignings),
  on(calls.askAgreement, askNow),
  onAfter(calls.fileAgreementPaper, storeUploads, filePaper),
  onOpen(calls.askSignReturn, limitedBy(readLimit(publicReads))(askSignReturn)),
  on(templates.listAgreementTemplates, findTemplates),
  on(templates.saveAgreementTemplate, saveTemplate),
  on(templates.closeAgreementTemplate, closeTemplate),
]
