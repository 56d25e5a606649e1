// The page when the server cannot be reached at all: plain words and a retry, without any library.

/** `what` is the failed step in users' words. */
export function StartFailure({ retry, what = '暂时无法连接服务器' }: { retry: () => void; what?: string }) {
  return (
    <main className="plain-page" role="alert">
      <h1>{what}</h1>
      <p>请检查网络连接后重试。您已打开的标签页和设置不会丢失。</p>
      <div className="actions">
        <button type="button" className="plain-button primary" onClick={retry}>
          重试
        </button>
      </div>
    </main>
  )
}
