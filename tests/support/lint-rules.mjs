/**
 * Lint rules of this codebase that no linter provides. Each message says what to write instead.
 * Plain JavaScript, because the linter loads this file with whatever Node started it.
 */

const LETTER = /\p{L}{2,}/u
const NAMES = new Set(['Relevo'])
const SPOKEN_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'placeholder',
  'title',
])

function isWords(text) {
  return LETTER.test(text) && !NAMES.has(text.trim())
}

/** The visible text of an attribute or child that is a literal, otherwise null. */
function literalText(node) {
  if (node === null || node === undefined) return null
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked ?? '').join(' ')
  if (node.type === 'ConditionalExpression') return literalText(node.consequent) ?? literalText(node.alternate)
  if (node.type === 'LogicalExpression') return literalText(node.right)
  if (node.type === 'JSXExpressionContainer') return literalText(node.expression)
  return null
}

function insideTrans(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'JSXElement' && ['Trans', 'Plural', 'Select'].includes(at.openingElement.name.name)) return true
  }
  return false
}

const wordsThroughLingui = {
  create(context) {
    const say = (node) =>
      context.report({
        node,
        message: 'Words for people go through lingui: <Trans>…</Trans>, or t`…` of useLingui() (@lingui/react/macro).',
      })
    return {
      JSXText(node) {
        if (isWords(node.value) && !insideTrans(node)) say(node)
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXAttribute' || insideTrans(node)) return
        const text = literalText(node)
        if (text !== null && isWords(text)) say(node)
      },
      JSXAttribute(node) {
        if (node.name.type !== 'JSXIdentifier' || !SPOKEN_ATTRIBUTES.has(node.name.name)) return
        const text = literalText(node.value)
        if (text !== null && isWords(text)) say(node)
      },
    }
  },
}

const FORBIDDEN_CALLS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])

const clockAndChanceAsArguments = {
  create(context) {
    const say = (node, what) =>
      context.report({
        node,
        message: `${what}: take the clock or the chance as an argument here (\`new Date(milliseconds)\` is fine).`,
      })
    return {
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) say(node, 'new Date()')
      },
      CallExpression(node) {
        if (node.callee.name === 'Date') say(node, 'Date()')
      },
      MemberExpression(node) {
        const name = `${node.object.name ?? node.object.property?.name}.${node.property.name}`
        if (FORBIDDEN_CALLS.has(name)) say(node, name)
      },
    }
  },
}

const exportedFunctionsAreDeclarations = {
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        if (node.declaration?.type !== 'VariableDeclaration') return
        for (const { id, init } of node.declaration.declarations) {
          // A constant with an explicit type (an entry of a mapped table, a handler of a port) cannot be a declaration.
          if (init?.type !== 'ArrowFunctionExpression' || id.typeAnnotation) continue
          context.report({ node, message: `Write \`export function ${id.name}(…)\` instead of an exported arrow.` })
        }
      },
    }
  },
}

export default {
  meta: { name: 'relevo' },
  rules: {
    'words-through-lingui': wordsThroughLingui,
    'clock-and-chance-as-arguments': clockAndChanceAsArguments,
    'exported-functions-are-declarations': exportedFunctionsAreDeclarations,
  },
}
