// Every text of the page, in English and in Chinese: one table, so that none is forgotten.
import { signal } from "./state";

export type Language = "en" | "zh";
const TEXTS = {
  play: ["Play", "对局"], calculator: ["Calculator", "计算器"], seeds: ["Seeds", "种子"], watch: ["Watch", "观看"], open: ["Open a file", "打开文件"],
  language: ["中文", "English"], theme: ["Light or dark", "浅色或深色"], skipLink: ["To the table", "跳到牌桌"],
  loading: ["The engine is loading…", "正在载入引擎…"], failed: ["The engine could not be loaded", "引擎未能载入"],
  privacy: ["Nothing leaves this page. It works offline.", "所有数据都留在本页，可离线使用。"],
  deck: ["Deck", "牌组"], stake: ["Stake", "注级"], challenge: ["Challenge", "挑战"], noChallenge: ["No challenge", "无挑战"], seed: ["Seed", "种子"],
  newRun: ["New run", "新的一局"], begin: ["Begin", "开始"], random: ["Random", "随机"], daily: ["Seed of the day", "每日种子"], cancel: ["Cancel", "取消"],
  endless: ["Endless after the win", "胜利后进入无尽"],
  undo: ["Undo", "撤销"], share: ["Share", "分享"], shared: ["The link is copied", "链接已复制"], save: ["Save", "保存"],
  ante: ["Ante", "底注"], round: ["Round", "回合"], money: ["Money", "资金"], hands: ["Hands", "出牌"], discards: ["Discards", "弃牌"], score: ["Score", "得分"],
  target: ["Score at least", "至少得分"], reward: ["Reward", "奖励"], chips: ["Chips", "筹码"], mult: ["Mult", "倍率"],
  playHand: ["Play hand", "出牌"], discard: ["Discard", "弃牌"], sortRank: ["Rank", "点数"], sortSuit: ["Suit", "花色"], sortBy: ["Sort by", "排序"],
  jokers: ["Jokers", "小丑牌"], consumables: ["Consumables", "消耗牌"], hand: ["Hand", "手牌"], deckLeft: ["Deck", "牌堆"], vouchers: ["Vouchers", "优惠券"], tags: ["Tags", "标签"],
  sell: ["Sell", "卖出"], use: ["Use", "使用"], buy: ["Buy", "购买"], buyUse: ["Buy and use", "购买并使用"], take: ["Take", "拿取"], free: ["free", "免费"], shop: ["Shop", "商店"],
  reroll: ["Reroll", "重掷"], nextRound: ["Leave the shop", "离开商店"], cashOut: ["Cash out", "结算"], skipPack: ["Skip", "跳过"], picks: ["Choose", "选择"],
  selectBlind: ["Play this blind", "选择盲注"], skipBlind: ["Skip for", "跳过并获得"], rerollBoss: ["Reroll the boss", "重掷 Boss"],
  upcoming: ["Later", "即将到来"], defeated: ["Beaten", "已击败"], skipped: ["Skipped", "已跳过"], current: ["Now", "当前"],
  won: ["The run is won", "本局胜利"], lost: ["The run is lost", "本局失败"], truncated: ["A limit of the engine was reached", "达到引擎上限"],
  payBlind: ["Blind", "盲注"], payHands: ["Hands left", "剩余出牌"], payDiscards: ["Discards left", "剩余弃牌"], payInterest: ["Interest", "利息"], payJokers: ["Jokers", "小丑牌"], payTags: ["Tags", "标签"],
  coach: ["Coach", "教练"], thinking: ["thinking…", "思考中…"], toWin: ["to win", "获胜"], toClear: ["to beat the blind", "过盲注"], onAverage: ["on average", "平均"], keeps: ["keeps", "留下"],
  doIt: ["Do it", "执行"], showCards: ["Show", "显示"], whyNot: ["Why not what I selected?", "为什么不选我的？"], aboutEqual: ["about equal", "差不多"], best: ["best", "最佳"],
  deep: ["Deep search", "深度搜索"], coachOff: ["Hide the coach", "隐藏教练"], coachOn: ["Ask the coach", "询问教练"], review: ["What cost most?", "哪里损失最大？"],
  less: ["less to win than", "胜率低于"], asGood: ["as good as", "等同于"], itIsBest: ["It is what the coach would do.", "这正是教练的选择。"], measured: ["redrawn games", "局重抽"], nothingCost: ["No decision cost anything that can be measured.", "没有可测得的损失。"], wasBetter: ["was better", "更好"], cost: ["cost", "损失"],
  scores: ["scores", "得分"], enough: ["enough", "足够"], thenSell: ["then", "然后"], atOnce: ["helps at once", "立即有用"], ordered: ["the order that scores most", "得分最高的顺序"], onlyThing: ["nothing else to do", "别无选择"],
  bestPlay: ["Best play", "最佳出牌"], bestOrder: ["Best joker order", "最佳小丑顺序"], bestDiscard: ["Best discard", "最佳弃牌"], spread: ["Where chance is involved", "涉及概率时"], scoring: ["Step by step", "逐步计分"],
  addCards: ["Cards", "卡牌"], addJoker: ["Add a joker", "添加小丑牌"], levels: ["Levels", "等级"], blind: ["Blind", "盲注"], clear: ["Clear", "清空"], paste: ["Notation", "记法"], read: ["Read", "读取"], enhancement: ["Enhancement", "增强"], edition: ["Edition", "版本"], sealWord: ["Seal", "蜡封"], none: ["none", "无"], copy: ["Copy", "复制"], least: ["least", "最低"], median: ["median", "中位"], most: ["most", "最高"], chooseCards: ["Choose one to eight cards and jokers: what to play and what to discard follows.", "选择一至八张牌与小丑牌，即可得出应出与应弃的牌。"], remove: ["Remove", "移除"], exact: ["exact", "精确"],
  report: ["Report", "报告"], search: ["Search", "搜索"], boss: ["Boss", "Boss"], voucher: ["Voucher", "优惠券"], packs: ["Packs", "补充包"], queue: ["Shop queue", "商店序列"], antes: ["Antes", "底注数"], wanted: ["What is wanted", "想要的"], anywhere: ["anywhere", "任意处"], inShop: ["in the shop", "商店中"], inPack: ["in a pack", "补充包中"], until: ["until ante", "直到底注"], add: ["Add", "添加"], stop: ["Stop", "停止"], searched: ["seeds looked at", "个种子已查看"], odds: ["one seed in", "每几个种子一个："], found: ["found", "找到"], route: ["Route", "路线"], playSeed: ["Play this seed", "玩这个种子"], noWant: ["Add at least one thing that the seed must hold.", "请至少添加一个条件。"], notFound: ["The game has nothing of that name", "游戏中没有这个名称"], nothingThere: ["It is not in this seed.", "该种子中没有。"],
  agent: ["Agent", "智能体"], start: ["Start", "开始"], pause: ["Pause", "暂停"], step: ["Step", "单步"], back: ["Back", "后退"], speed: ["Speed", "速度"], gallery: ["Won Gold runs", "金注胜局"], takeOver: ["Play from here", "从这里接手"], agentPolicy: ["the network alone", "仅网络"], agentHeuristic: ["network and judge", "网络与评估"], agentSearch: ["search", "搜索"], replay: ["Replay", "回放"],
  openHelp: ["A transcript or a line of notation of JimBot. It is read here and goes nowhere.", "JimBot 的记录或一行记法。文件只在本页读取。"], choose: ["Choose a file", "选择文件"], orPaste: ["or paste the text", "或粘贴文本"], badFile: ["This cannot be opened", "无法打开"], tooLarge: ["The file is larger than 2 MB", "文件超过 2 MB"], badLink: ["The link could not be read", "链接无法读取"], close: ["Close", "关闭"], selected: ["selected", "已选"], faceDown: ["face down", "背面朝上"], debuffed: ["debuffed", "被削弱"], position: ["Position", "位置"], moveHint: ["Alt and an arrow key move it.", "按住 Alt 加方向键可移动。"], ofDeck: ["of", "/"],
  drawn: ["cards left to draw", "张待抽"], cardsLeft: ["What is left in the deck", "牌堆剩余"], info: ["Details", "详情"], offline: ["ready to work offline", "可离线使用"], settings: ["Settings", "设置"], animation: ["Count scores step by step", "逐步计分动画"],
  keysHelp: ["Keys: arrows and space choose cards, P plays, D discards, S sorts, U takes back.", "按键：方向键与空格选牌，P 出牌，D 弃牌，S 排序，U 撤销。"],
} satisfies Record<string, [string, string]>;
export type Text = keyof typeof TEXTS;

const HANDS: Record<string, string> = {
  "High Card": "高牌", Pair: "对子", "Two Pair": "两对", "Three of a Kind": "三条", Straight: "顺子", Flush: "同花", "Full House": "葫芦",
  "Four of a Kind": "四条", "Straight Flush": "同花顺", "Five of a Kind": "五条", "Flush House": "同花葫芦", "Flush Five": "同花五条",
};
const NAMES: Record<string, string> = {
  "Red Deck": "红色牌组", "Blue Deck": "蓝色牌组", "Yellow Deck": "黄色牌组", "Green Deck": "绿色牌组", "Black Deck": "黑色牌组", "Magic Deck": "魔法牌组",
  "Nebula Deck": "星云牌组", "Ghost Deck": "幽灵牌组", "Abandoned Deck": "废弃牌组", "Checkered Deck": "方格牌组", "Zodiac Deck": "黄道牌组", "Painted Deck": "彩绘牌组",
  "Anaglyph Deck": "浮雕牌组", "Plasma Deck": "等离子牌组", "Erratic Deck": "古怪牌组", "White Stake": "白注", "Red Stake": "红注", "Green Stake": "绿注",
  "Black Stake": "黑注", "Blue Stake": "蓝注", "Purple Stake": "紫注", "Orange Stake": "橙注", "Gold Stake": "金注", "Small Blind": "小盲注", "Big Blind": "大盲注",
  Foil: "闪箔", Holographic: "镭射", Polychrome: "多彩", Negative: "负片", "Bonus Card": "奖励牌", "Mult Card": "倍率牌", "Wild Card": "万能牌", "Glass Card": "玻璃牌",
  "Steel Card": "钢铁牌", "Stone Card": "石头牌", "Gold Card": "黄金牌", "Lucky Card": "幸运牌", "Gold Seal": "金蜡封", "Red Seal": "红蜡封", "Blue Seal": "蓝蜡封", "Purple Seal": "紫蜡封",
  Spades: "黑桃", Hearts: "红桃", Clubs: "梅花", Diamonds: "方块",
};

const stored = (): Language => {
  const kept = localStorage.getItem("language");
  return kept === "en" || kept === "zh" ? kept : navigator.language.startsWith("zh") ? "zh" : "en";
};
export const language = signal<Language>(stored());
export function setLanguage(to: Language): void {
  localStorage.setItem("language", to);
  document.documentElement.lang = to;
  language.set(to);
}
const column = (): 0 | 1 => (language.value === "zh" ? 1 : 0);
export const t = (key: Text): string => TEXTS[key][column()];
export const tHand = (key: string): string => (language.value === "zh" ? (HANDS[key] ?? key) : key);
/** The name of a row of the content; texts of cards are the engine's own, in English. */
export const tName = (name: string): string => (language.value === "zh" ? (NAMES[name] ?? name) : name);
export const ALL_TEXTS: Record<string, [string, string]> = TEXTS;
