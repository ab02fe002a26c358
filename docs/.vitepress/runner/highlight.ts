/** Colours the code in an editor. */

export interface Token {
  readonly text: string;
  readonly kind?: 'comment' | 'string' | 'keyword' | 'number';
}

const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\.|[^`\\])*`?)|(?<keyword>\b(?:as|async|await|break|case|catch|const|continue|declare|default|delete|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|satisfies|switch|throw|true|try|type|typeof|undefined|using|void|while|yield)\b)|(?<number>\b\d[\d_.]*\b)/g;

export const tokensOf = (code: string): readonly Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]: [string, string | undefined]) => text !== undefined) ?? [];
    tokens.push({ text: match[0], kind: kind as NonNullable<Token['kind']> });
    end = match.index + match[0].length;
  }
  // An empty last line also takes a line in the text area.
  return [...tokens, { text: `${code.slice(end)}\n` }];
};
