// Screens of companies, their relations and their people, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('company')
