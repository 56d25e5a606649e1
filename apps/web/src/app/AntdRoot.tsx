// The component library as this product wears it: Chinese, one theme, size of the person, and its ports.
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { useLook } from '../lib/look.ts'
import { queryClient } from '../lib/queryClient.ts'
import { useSettled } from '../lib/settled.ts'
import { useTouch } from '../lib/useMobile.ts'
import { Ports } from './Ports.tsx'
import { usePreferences } from './preferences.ts'
import { starTheme } from './theme.ts'

dayjs.locale('zh-cn')

// Node's reading of this module and the bundler's differ in where its default lies
const locale = 'default' in zhCN ? zhCN.default : zhCN

/** Wraps everything that uses the component library. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const isSettled = useSettled()
  const chosen = usePreferences(preferences => preferences.size)
  const size = useTouch() ? 'touch' : chosen
  const look = useLook(({ worn }) => worn)
  return (
    <ConfigProvider locale={locale} theme={starTheme(look, size)} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queryClient}>
        <div className="antd-app">{children}</div>
        {isSettled && <Ports />}
      </QueryClientProvider>
    </ConfigProvider>
  )
}
