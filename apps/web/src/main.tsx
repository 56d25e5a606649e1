// Entry of the portal: settings of the server first, then the gate that decides what is shown.
import './app/trusted.ts'
import './app/jitless.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { Gate, headStart } from './app/Gate.tsx'
import { StartFailure } from './app/StartFailure.tsx'
import { loadConfig } from './lib/config.ts'
import 'virtual:tokens.css'
import './styles/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

async function start(): Promise<void> {
  try {
    await loadConfig()
    root.render(
      <StrictMode>
        <ErrorBoundary fallback={<StartFailure what="页面出现错误" retry={() => location.reload()} />}>
          <Gate />
        </ErrorBoundary>
      </StrictMode>,
    )
  } catch (error) {
    console.error('the server did not answer with its settings', error)
    root.render(
      <StartFailure
        retry={() => {
          void start()
        }}
      />,
    )
  }
}
headStart()
void start()
