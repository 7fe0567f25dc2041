import { createRequire } from 'node:module'
import type { ReactElement, ReactNode } from 'react'
import type { Plugin } from 'vite'

type Drawing = ReactElement<Record<string, unknown> & { children?: ReactNode }>

const virtual = '\0nimbus-icons'

/** The frame of an icon and what stands in it; Nimbus draws with plain shapes, none of them nested. */
function parameters({ props }: Drawing): string {
  // React types children loosely; an icon's are elements.
  const shapes = [props.children].flat() as Drawing[]
  return `${JSON.stringify(props.viewBox)}, ${JSON.stringify(shapes.map(shape => [shape.type, shape.props]))}`
}

/**
 * Nimbus publishes its 206 icons as one script of 49 kB compressed, which no bundler can take apart. This offers the same names
 * as one export each, so a page carries only the icons that it shows.
 */
export function nimbusIcons(): Plugin {
  return {
    name: 'nimbus-icons',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: ['@nimbus-ds/icons'] } }),
    resolveId: id => (id === '@nimbus-ds/icons' ? virtual : undefined),
    load(id) {
      if (id !== virtual) return undefined
      const icons: Record<string, (props: object) => Drawing> = createRequire(import.meta.url)('@nimbus-ds/icons')
      return `
        import { createElement } from 'react'
        const sizes = { small: 16, medium: 24, large: 32 }
        const icon = (viewBox, shapes) => ({ size = 'small', ...props }) => {
          const side = sizes[size] ?? size
          const frame = { width: side, height: side, viewBox, fill: 'currentColor', ...props }
          return createElement('svg', frame, ...shapes.map(([tag, attributes]) => createElement(tag, attributes)))
        }
        ${Object.entries(icons)
          .map(([name, draw]) => `export const ${name} = /* @__PURE__ */ icon(${parameters(draw({}))})`)
          .join('\n')}`
    },
  }
}
