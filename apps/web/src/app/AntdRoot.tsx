// The component library as this product wears it: Chinese, one theme, size of the person, and its ports.
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { queryClient } from '../lib/queryClient.ts'
import { useSettled } from '../lib/settled.ts'
import { Ports } from './Ports.tsx'
import { usePreferences } from './preferences.ts'

dayjs.locale('zh-cn')

// Node's reading of this module and the bundler's differ in where its default lies
const locale = 'default' in zhCN ? zhCN.default : zhCN

/** The theme named star: deep ink and teal, quiet surfaces. Colours match styles/base.css. */
const star: ThemeConfig = {
  cssVar: { key: 'star' },
  hashed: false,
  token: {
    colorPrimary: '#0c6f83',
    colorLink: '#0c6f83',
    colorInfo: '#0c6f83',
    colorSuccess: '#18794e',
    colorWarning: '#b06a00',
    colorError: '#c0362c',
    colorText: '#12242d',
    colorTextSecondary: '#4a5f6b',
    colorTextTertiary: '#5f7480',
    colorTextDescription: '#4a5f6b',
    colorTextPlaceholder: '#5f7480',
    colorBorder: '#c9d5da',
    colorBorderSecondary: '#e3eaed',
    colorBgLayout: '#f2f5f7',
    borderRadius: 6,
    controlHeight: 34,
    fontSize: 14,
    wireframe: false,
    // dialogs and menus of people whose system asks for less motion are there at once
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily:
      "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    boxShadowSecondary: '0 8px 28px rgb(7 31 43 / 14%)',
  },
  components: {
    Table: {
      headerBg: '#f4f7f8',
      headerColor: '#41565f',
      headerSplitColor: 'transparent',
      rowHoverBg: '#f4f9fa',
      cellPaddingBlockMD: 9,
      cellPaddingBlockSM: 6,
    },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Drawer: { paddingLG: 16 },
    // the word on a switch that is off is white: at rest and under the pointer
    Switch: { colorTextQuaternary: '#5f7480', colorTextTertiary: '#4a5f6b' },
  },
}

const componentSize = { default: 'medium', medium: 'medium', small: 'small' } as const
const compact: ThemeConfig = { ...star, algorithm: [theme.defaultAlgorithm, theme.compactAlgorithm] }

/** Wraps everything that uses the component library. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const isSettled = useSettled()
  const size = usePreferences(preferences => preferences.size)
  return (
    <ConfigProvider
      locale={locale}
      theme={size === 'default' ? star : compact}
      componentSize={componentSize[size]}
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={queryClient}>
        <div className="antd-app">{children}</div>
        {isSettled && <Ports />}
      </QueryClientProvider>
    </ConfigProvider>
  )
}
