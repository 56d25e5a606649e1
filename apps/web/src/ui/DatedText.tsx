// A text with dates in it, none of which is broken at its hyphens where lines are short.

const dates = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)/

export const DatedText = ({ text }: { text: string }) =>
  text.split(dates).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="ys-date">
        {part}
      </span>
    ),
  )
