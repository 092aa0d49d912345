/** Formats rows as a table; the first row is its head. */
export function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Formats a block of code. */
export const codeBlock = (language: string, text: string): string =>
  `\`\`\`${language}\n${text}\n\`\`\``
