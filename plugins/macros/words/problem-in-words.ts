/**
 * What the server says of a part of a macro, as people know that: `data.steps.1.body.data.metadata.price.value must be …`
 * → `Step 2: price must be …`
 */
export const problemInWords = (message: string): string =>
  message
    .replace(
      /^(?:data\.)?steps\.(\d+)(?:\.body)?(?:\.data)?(?:\.metadata|\.fields)?\.?/,
      (_all, at: string) => `Step ${Number(at) + 1}: `,
    )
    .replace(/^(Step \d+: \S+)\.value /, '$1 ')
    .replace(/^data\.arguments\.(\d+)\./, (_all, at: string) => `Argument ${Number(at) + 1}: `)
    .replace(/^data\./, '')
