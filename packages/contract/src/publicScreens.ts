// Addresses beside the screens: public pages, and helper routes of the shell.

/** Hidden helper routes of the shell (spec §2): they never become tabs or menus. */
export const helperRoutes = { refresh: 'refresh', redirect: 'redirect' } as const

/** Public pages: anybody may open them, with or without a token. */
export const publicScreens = {
  login: '/login',
  blankLogin: '/blankLogin',
  shareDownload: '/share/download',
  publicGoods: '/public/goods/:id',
  publicShareGoods: '/public/shareGoods/:id',
  checkWaybill: '/public/ZhongzanCheckWaybill',
  paperWaybill: '/public/ShitiWaybill',
  paymentReturn: '/public/TfPaymentReturn',
  driverRegister: '/public/TfDriverRegister',
  signReturn: '/public/fadadaReturn',
  realNameReturn: '/public/fadadaRenzheng',
  passwordLink: '/public/password',
  setup: '/public/setup',
  about: '/about.html',
} as const
