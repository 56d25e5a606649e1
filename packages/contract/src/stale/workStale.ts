// Answers that are stale after goods, tasks and waybills have changed.
import { countGoods, getGoods, listGoods, listOffers } from '../goods/goods.ts'
import { getBook, getTemplate, listTemplates } from '../goods/book.ts'
import { getPriceHint } from '../goods/priceHint.ts'
import { countGoodsChanges, getGoodsChange, getGoodsSaid, getRepublish, listGoodsChanges } from '../goods/change.ts'
import { listExpectedInvoices, sumExpectedInvoices } from '../invoice/expected.ts'
import { getHomeDays } from '../home.ts'
import { listToday } from '../today.ts'
import { countPaymentTasks, listPaymentTasks } from '../settlement/paymentTask.ts'
import { listSettleableGroups } from '../settlement/settleableGroup.ts'
import { countSettleDetails, getSettleStatement, listSettleDetails } from '../settlement/settleDetail.ts'
import { listSettleable } from '../settlement/settleable.ts'
import { getSheetMarks } from '../settlement/settlement.ts'
import {
  countTasks,
  getAppointView,
  listDriverChoices,
  listSendable,
  listTasks,
  listVehicleChoices,
} from '../task/task.ts'
import { getReleaseView } from '../task/release.ts'
import { getSpecialLine, listSpecialTickets } from '../specialLine/specialLine.ts'
import { countWaybills, countWaybillStates, listWaybills } from '../waybill/waybill.ts'
import { getWaybill } from '../waybill/details.ts'
import { getPaperDesk } from '../waybill/paper.ts'
import { getSwapView } from '../waybill/life.ts'
import { agreements, chains, reports } from './everyStale.ts'

export const workStale = {
  goods: [
    listSendable,
    listGoods,
    countGoods,
    getGoods,
    listOffers,
    getGoodsSaid,
    getRepublish,
    listGoodsChanges,
    countGoodsChanges,
    getGoodsChange,
    getBook,
    getPriceHint,
    listTemplates,
    getTemplate,
    listToday,
  ],
  // goods name their tasks and waybills; candidates for an appointment are judged by their open waybills
  task: [
    listTasks,
    countTasks,
    getAppointView,
    listVehicleChoices,
    listDriverChoices,
    listSendable,
    getReleaseView,
    getGoods,
    getGoodsSaid,
    listToday,
  ],
  waybill: [
    ...chains,
    ...agreements,
    ...reports,
    listExpectedInvoices,
    sumExpectedInvoices,
    listWaybills,
    countWaybills,
    countWaybillStates,
    getWaybill,
    getPaperDesk,
    getSpecialLine,
    listSpecialTickets,
    getSwapView,
    getGoods,
    getAppointView,
    listVehicleChoices,
    listDriverChoices,
    getReleaseView,
    listSettleable,
    listSettleableGroups,
    listSettleDetails,
    countSettleDetails,
    getSettleStatement,
    getSheetMarks,
    listPaymentTasks,
    countPaymentTasks,
    listToday,
    getHomeDays,
  ],
} as const
