import { type Tag, tagHighlighter, tags } from '@lezer/highlight'

/** What parts of a text in some language are drawn as; each is a colour of the theme. */
export const CODE_STYLES: readonly { readonly tag: readonly Tag[]; readonly name: string }[] = [
  { name: 'keyword', tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null, tags.bool] },
  { name: 'text', tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.monospace] },
  { name: 'number', tag: [tags.number, tags.atom, tags.unit, tags.color] },
  { name: 'comment', tag: [tags.comment, tags.meta, tags.processingInstruction] },
  {
    name: 'name',
    tag: [tags.definition(tags.variableName), tags.function(tags.variableName), tags.definition(tags.propertyName)],
  },
  { name: 'type', tag: [tags.typeName, tags.className, tags.namespace, tags.tagName, tags.attributeName] },
  { name: 'property', tag: [tags.propertyName, tags.labelName] },
  { name: 'heading', tag: [tags.heading, tags.strong] },
  { name: 'link', tag: [tags.link, tags.url] },
]

/** Gives each part of a text the class of its style. */
export const codeHighlighter = tagHighlighter(CODE_STYLES.map(({ tag, name }) => ({ tag, class: `code-${name}` })))
