// Screens of money between people: statements, letters, payment files, refunds, debts, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('money')
