import { Mark } from '@tiptap/core'

/** Builds a mark for which Markdown has no sign, so it is written as HTML. */
const htmlMark = (name: string, tag: string) => {
  const pattern = new RegExp(`^<${tag}>((?:(?!</?${tag}>)[^\`])+)</${tag}>`, 'i')
  return Mark.create({
    name,
    // Outside other marks, because Markdown reads no emphasis between a letter and a tag.
    priority: 1100,
    // Text typed after the mark is not marked.
    inclusive: false,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    markdownTokenName: name,
    markdownTokenizer: {
      name,
      level: 'inline',
      start: (source) => source.toLowerCase().indexOf(`<${tag}>`),
      tokenize(source, _tokens, lexer) {
        const [raw, text] = pattern.exec(source) ?? []
        if (raw === undefined || text === undefined) return undefined
        return { type: name, raw, text, tokens: lexer.inlineTokens(text) }
      },
    },
    parseMarkdown: (token, helpers) =>
      helpers.applyMark(name, helpers.parseInline(token.tokens ?? [])),
    renderMarkdown: (node, helpers) => `<${tag}>${helpers.renderChildren(node)}</${tag}>`,
  })
}

/** Marks that are HTML in both formats, outermost first. */
export const htmlMarks = [
  htmlMark('ruby', 'ruby'),
  htmlMark('rubyText', 'rt'),
  // Shown around an annotation by programs that do not support ruby.
  htmlMark('rubyFallback', 'rp'),
  htmlMark('highlight', 'mark'),
  htmlMark('superscript', 'sup'),
  htmlMark('subscript', 'sub'),
]
