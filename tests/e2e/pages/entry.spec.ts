// Screens before and beside the login, and those everybody starts from, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('entry')
