// The template that drafts by itself when a waybill is accepted.
import { isFilledAlone } from '@yunshu/domain/agreement/template'

/** Of carriage templates in use, the last added first, the first one nothing in which is left to people. */
export const autoTemplateOf = <T extends { readonly kind: string; readonly body: string }>(
  templates: readonly T[],
): T | undefined => templates.find(({ kind, body }) => kind === 'CARRY' && isFilledAlone('CARRY', body))
