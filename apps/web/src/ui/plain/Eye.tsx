// The eye of a password field on pages without the component library.

/** The button that shows and hides the password; the eye is crossed while it is shown. */
export function Eye({ isShown, onShown }: { isShown: boolean; onShown: (isShown: boolean) => void }) {
  return (
    <button
      type="button"
      className="plain-eye"
      aria-label={isShown ? '隐藏密码' : '显示密码'}
      aria-pressed={isShown}
      onClick={() => onShown(!isShown)}
    >
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
        <circle cx="12" cy="12" r="3" />
        {isShown && <path d="m4 4 16 16" />}
      </svg>
    </button>
  )
}
