export interface Example {
  name: string
  code: string
}

const caller = 'My app (me@example.com)'

/** The same first call in three languages. Each reads TOKEN from the environment and needs nothing to be installed. */
export function examples(origin: string): Example[] {
  const url = `${origin}/v1/1/locations`
  return [
    {
      name: 'curl',
      code: `curl ${url} \\
  -H "Authentication: bearer $TOKEN" \\
  -H "User-Agent: ${caller}"`,
    },
    {
      name: 'JavaScript',
      code: `const reply = await fetch('${url}', {
  headers: {
    'Authentication': \`bearer \${process.env.TOKEN}\`,
    'User-Agent': '${caller}',
  },
})
console.log(await reply.json())`,
    },
    {
      name: 'Python',
      code: `import json, os
from urllib.request import Request, urlopen

url = "${url}"
request = Request(url, headers={
    "Authentication": f"bearer {os.environ['TOKEN']}",
    "User-Agent": "${caller}",
})
print(json.load(urlopen(request)))`,
    },
  ]
}

export interface Piece {
  kind: 'plain' | 'text' | 'token'
  text: string
  /** Where it begins in the code. */
  start: number
}

const quoted = /("[^"]*"|'[^']*'|`[^`]*`)/
const token = /(\$TOKEN|\$\{process\.env\.TOKEN\}|\{os\.environ\['TOKEN'\]\})/

/** Code cut where a reader looks first: texts in quotes, and the token within them. */
export function highlight(code: string): Piece[] {
  let start = 0
  return code
    .split(quoted)
    .flatMap((part, place) =>
      part.split(token).map((text, within): Piece => {
        const kind = within % 2 === 1 ? 'token' : place % 2 === 1 ? 'text' : 'plain'
        const piece = { kind, text, start } as const
        start += text.length
        return piece
      }),
    )
    .filter(({ text }) => text)
}
