// Choices of the driver's form.

const classes = ['A2', 'B2', 'C1', 'A1', 'A3', 'B1', 'C2', 'C3', 'C4', 'C6', 'A2E', 'B2E', 'A2D'] as const
/** Classes of driving licence; one that a record has beyond these is kept as a choice. */
export const classOptions = (own: string | undefined): readonly { readonly label: string; readonly value: string }[] =>
  [...classes, ...(own === undefined || classes.some(one => one === own) ? [] : [own])].map(value => ({
    value,
    label: value,
  }))
