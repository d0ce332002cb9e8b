// Which emblem is on which card, and in which colours: a is the main one, b the second.
import type { Icon } from "./icons";

export interface Emblem {
  icon: Icon;
  a: string;
  b: string;
  /** A few letters or a suit in the corner. */
  mark?: string;
}
const RED = "#d8483e", BLUE = "#3b74c4", GOLD = "#d79a1c", GREEN = "#3f9a63", PURPLE = "#7d5bb8", TEAL = "#2a8f96";
const PINK = "#d4608f", GREY = "#7f8a92", ORANGE = "#e07b2c", BROWN = "#96633c", INK = "#4a4f63", LIME = "#8aa83a";

const emblem = (icon: Icon, a = RED, b = GOLD, mark?: string): Emblem => ({ icon, a, b, mark });

// By key without j_.
const JOKERS: Record<string, Emblem> = {
  joker: emblem("mask"), greedy_joker: emblem("wink", ORANGE, GOLD, "D"), lusty_joker: emblem("wink", RED, PINK, "H"),
  wrathful_joker: emblem("wink", INK, RED, "S"), gluttenous_joker: emblem("wink", GREEN, LIME, "C"),
  jolly: emblem("mask", RED, GOLD, "2"), zany: emblem("mask", ORANGE, GOLD, "3"), mad: emblem("mask", PURPLE, GOLD, "2+2"),
  crazy: emblem("mask", TEAL, GOLD, "A-5"), droll: emblem("mask", PINK, GOLD, "5\u2665"),
  sly: emblem("wink", BLUE, GOLD, "2"), wily: emblem("wink", BLUE, ORANGE, "3"), clever: emblem("wink", BLUE, PURPLE, "2+2"),
  devious: emblem("wink", BLUE, TEAL, "A-5"), crafty: emblem("wink", BLUE, PINK, "5\u2665"),
  half: emblem("half"), stencil: emblem("stencil", RED), four_fingers: emblem("fingers", TEAL), mime: emblem("gloves", INK),
  credit_card: emblem("plastic", BLUE), ceremonial: emblem("dagger", RED), banner: emblem("banner", BLUE),
  mystic_summit: emblem("summit", PURPLE), marble: emblem("column", GREY, GREY), loyalty_card: emblem("stamps", RED),
  "8_ball": emblem("eight"), misprint: emblem("glitch", PINK), dusk: emblem("sunset", ORANGE, GOLD),
  raised_fist: emblem("fist", RED), chaos: emblem("swirl", RED), fibonacci: emblem("spiral", BROWN),
  steel_joker: emblem("mask", GREY, "#b9c4cb"), scary_face: emblem("fright", INK, RED), abstract: emblem("shapes", BLUE, RED),
  delayed_grat: emblem("hourglass", GOLD, BROWN), hack: emblem("saw", BROWN), pareidolia: emblem("eyes", PURPLE),
  gros_michel: emblem("banana", GOLD, "#ecc94b"), even_steven: emblem("even", RED), odd_todd: emblem("odd", BLUE),
  scholar: emblem("cap", INK, GOLD), business: emblem("briefcase", BROWN, GOLD), supernova: emblem("burst", ORANGE, GOLD),
  ride_the_bus: emblem("bus", RED, GOLD), space: emblem("planet", PURPLE, TEAL), egg: emblem("egg", PINK, TEAL),
  burglar: emblem("bag", INK, GOLD), blackboard: emblem("board", INK, BROWN), runner: emblem("shoe", BLUE),
  ice_cream: emblem("cone", PINK, "#d9a45f"), dna: emblem("helix", GREEN), splash: emblem("drop", BLUE),
  blue_joker: emblem("mask", BLUE, "#9cc2ee"), sixth_sense: emblem("eye", PURPLE), constellation: emblem("stars", BLUE, GOLD),
  hiker: emblem("boot", BROWN), faceless: emblem("blank", INK, GREY), green_joker: emblem("mask", GREEN, LIME),
  superposition: emblem("wave", TEAL), todo_list: emblem("list", RED, GREEN), cavendish: emblem("banana", ORANGE, "#f0dc7a", "\u00d73"),
  card_sharp: emblem("cards", RED, INK), red_card: emblem("card", RED), madness: emblem("swirl", PURPLE, RED),
  square: emblem("grid", BLUE, TEAL), seance: emblem("candle", PURPLE, GOLD), riff_raff: emblem("masks", ORANGE, GREEN),
  vampire: emblem("bat", RED), shortcut: emblem("road", GREY, GOLD), hologram: emblem("cube", TEAL, "#8be0e6"),
  vagabond: emblem("bindle", RED), baron: emblem("crown", RED, GOLD, "K"), cloud_9: emblem("cloud", BLUE),
  rocket: emblem("rocket", RED, ORANGE), obelisk: emblem("obelisk", INK, GOLD), midas_mask: emblem("mask", GOLD, "#f4dc8c"),
  luchador: emblem("wrestler", RED, GOLD), photograph: emblem("camera", INK, RED), gift: emblem("gift", RED, GOLD),
  turtle_bean: emblem("bean", GREEN), erosion: emblem("cliff", BROWN), reserved_parking: emblem("parking", BLUE),
  mail: emblem("envelope", RED), to_the_moon: emblem("moon", GOLD, "#e9d78a", "$"), hallucination: emblem("mushroom", PINK),
  fortune_teller: emblem("orb", PURPLE, GOLD), juggler: emblem("balls", RED, GOLD), drunkard: emblem("bottle", GREEN),
  stone: emblem("rock", GREY), golden: emblem("crowned", GOLD, "#f4dc8c"), lucky_cat: emblem("cat", RED, GOLD),
  baseball: emblem("baseball", RED), bull: emblem("bull", BROWN, GOLD), diet_cola: emblem("can", RED, GREY),
  trading: emblem("swap", TEAL), flash: emblem("bolt", RED, GOLD), popcorn: emblem("popcorn", RED, "#f0dc7a"),
  trousers: emblem("trousers", BLUE, BROWN), ancient: emblem("rune", PURPLE), ramen: emblem("bowl", RED),
  walkie_talkie: emblem("radio", INK, GOLD, "T4"), selzer: emblem("fizz", TEAL), castle: emblem("castle", GREY),
  smiley: emblem("smiley", GOLD, "#f2cf4e"), campfire: emblem("fire", ORANGE, GOLD), ticket: emblem("ticket", RED, GOLD),
  mr_bones: emblem("skull", GREY), acrobat: emblem("trapeze", RED), sock_and_buskin: emblem("masks", PURPLE, GOLD),
  swashbuckler: emblem("sword", BROWN, GOLD), troubadour: emblem("lute", RED, "#d9a45f"), certificate: emblem("scroll", RED, BROWN),
  smeared: emblem("smear", RED, BLUE), throwback: emblem("rewind", TEAL), hanging_chad: emblem("ballot", RED, GREY),
  rough_gem: emblem("gem", ORANGE, GOLD, "D"), bloodstone: emblem("gem", RED, PINK, "H"), arrowhead: emblem("gem", INK, GREY, "S"),
  onyx_agate: emblem("gem", GREEN, LIME, "C"), glass: emblem("shard", TEAL, "#a9d8e6"), ring_master: emblem("hat", RED),
  flower_pot: emblem("flower", PINK, ORANGE), blueprint: emblem("blueprint", BLUE), wee: emblem("little", RED, GOLD, "2"),
  merry_andy: emblem("mask", PINK, TEAL), oops: emblem("dice", GREEN), idol: emblem("idol", RED, GOLD),
  seeing_double: emblem("eyes", GREEN, GOLD, "C"), matador: emblem("cape", RED), hit_the_road: emblem("car", RED, GOLD, "J"),
  duo: emblem("masks", RED, BLUE, "\u00d72"), trio: emblem("masks", ORANGE, TEAL, "\u00d73"), family: emblem("masks", PURPLE, GREEN, "\u00d74"),
  order: emblem("column", BLUE, GOLD, "\u00d73"), tribe: emblem("flame", RED, GOLD, "\u00d72"), stuntman: emblem("helmet", RED, GOLD),
  invisible: emblem("ghost"), brainstorm: emblem("brain", PINK), satellite: emblem("dish", RED, GREY),
  shoot_the_moon: emblem("moon", PURPLE, "#cfd6f5", "Q"), drivers_license: emblem("license", BLUE),
  cartomancer: emblem("arcana", PURPLE, GOLD), astronomer: emblem("telescope", BLUE), burnt: emblem("flame", INK, ORANGE),
  bootstraps: emblem("boot", RED, GOLD, "$"), caino: emblem("crowned", RED, GOLD, "K"), triboulet: emblem("crowned", BLUE, GOLD, "KQ"),
  yorick: emblem("skull", PURPLE, GOLD, "23"), chicot: emblem("crowned", GREEN, GOLD, "0"), perkeo: emblem("crowned", PURPLE, PINK, "+1"),
};

// By key without c_.
const CONSUMABLES: Record<string, Emblem> = {
  fool: emblem("bindle", RED, GOLD, "0"), magician: emblem("hat", RED, GOLD, "I"), high_priestess: emblem("moon", BLUE, "#cfd6f5", "II"),
  empress: emblem("heart", RED, GOLD, "III"), emperor: emblem("crown", RED, GOLD, "IV"), heirophant: emblem("column", BLUE, GOLD, "V"),
  lovers: emblem("heart", PINK, RED, "VI"), chariot: emblem("car", GREY, GOLD, "VII"), justice: emblem("scales", BLUE, GOLD, "VIII"),
  hermit: emblem("candle", GOLD, ORANGE, "IX"), wheel_of_fortune: emblem("wheel", PURPLE, GOLD, "X"), strength: emblem("lion", ORANGE, GOLD, "XI"),
  hanged_man: emblem("hanged", BROWN, GOLD, "XII"), death: emblem("scythe", INK, GREY, "XIII"), temperance: emblem("cup", GOLD, "#ecc94b", "XIV"),
  devil: emblem("horns", RED, GOLD, "XV"), tower: emblem("tower", GREY, GOLD, "XVI"), star: emblem("star", ORANGE, "#f2cf4e", "XVII"),
  moon: emblem("moon", GREEN, "#cfe6c2", "XVIII"), sun: emblem("sun", RED, "#f2cf4e", "XIX"), judgement: emblem("trumpet", RED, GOLD, "XX"),
  world: emblem("globe", INK, "#8f97b5", "XXI"),
  mercury: emblem("planet", GREY, BROWN), venus: emblem("planet", "#d9a45f", GOLD), earth: emblem("globe", BLUE, GREEN),
  mars: emblem("planet", RED, ORANGE), jupiter: emblem("planet", BROWN, "#e8c79b"), saturn: emblem("planet", GOLD, "#f0dc7a"),
  uranus: emblem("planet", TEAL, "#a9d8e6"), neptune: emblem("planet", BLUE, "#9cc2ee"), pluto: emblem("planet", INK, GREY),
  planet_x: emblem("planet", PURPLE, PINK, "X"), ceres: emblem("rock", GREY), eris: emblem("planet", PINK, PURPLE),
  familiar: emblem("cat", PURPLE, GOLD), grim: emblem("skull", INK), incantation: emblem("scroll", PURPLE, TEAL),
  talisman: emblem("seal", GOLD, "#ecc94b"), aura: emblem("sun", TEAL, "#a9d8e6"), wraith: emblem("wraith", PURPLE),
  sigil: emblem("rune", TEAL), ouija: emblem("eye", BROWN), ectoplasm: emblem("wraith", GREEN), immolate: emblem("flame", ORANGE, GOLD),
  ankh: emblem("hook", GOLD), deja_vu: emblem("rewind", RED), hex: emblem("horns", PURPLE, PINK), trance: emblem("swirl", BLUE),
  medium: emblem("orb", PURPLE, PINK), cryptid: emblem("eyes", GREEN), soul: emblem("gem", "#d6e4f5", GOLD), black_hole: emblem("hole", INK, PURPLE),
};

const VOUCHERS: [string, Emblem][] = [
  ["overstock", emblem("cards", TEAL, GOLD)], ["clearance|liquidation", emblem("coin", GOLD, "#ecc94b", "%")],
  ["hone|glow", emblem("star", PURPLE, PINK)], ["reroll", emblem("recycle", GREEN)], ["crystal|omen", emblem("orb", PURPLE, GOLD)],
  ["telescope|observatory", emblem("telescope", BLUE)], ["grabber|nacho", emblem("fingers", BLUE, GOLD, "+1")],
  ["wasteful|recyclo", emblem("recycle", RED, GOLD, "+1")], ["tarot", emblem("arcana", PURPLE, GOLD)], ["planet", emblem("planet", TEAL, GOLD)],
  ["seed|money", emblem("tree", GREEN)], ["blank", emblem("card", GREY)], ["antimatter", emblem("hole", INK, PURPLE)],
  ["magic|illusion", emblem("hat", PURPLE, GOLD)], ["glyph", emblem("rune", BROWN)], ["director|retcon", emblem("rewind", INK)],
  ["paint|palette", emblem("palette", RED, GOLD)],
];
const TAGS: [string, Emblem][] = [
  ["uncommon", emblem("mask", GREEN, LIME)], ["rare", emblem("mask", RED, PINK)], ["negative", emblem("blank", INK, GREY)],
  ["foil", emblem("gem", BLUE)], ["holo", emblem("gem", PINK)], ["polychrome", emblem("gem", PURPLE)], ["investment", emblem("coin", GOLD, "#ecc94b")],
  ["voucher", emblem("ticket", RED, GOLD)], ["boss", emblem("horns", RED, GOLD)], ["standard", emblem("cards", BLUE, RED)],
  ["charm", emblem("arcana", PURPLE, GOLD)], ["meteor", emblem("planet", TEAL, GOLD)], ["buffoon", emblem("masks", RED, BLUE)],
  ["handy", emblem("fist", BLUE)], ["garbage", emblem("recycle", GREEN)], ["ethereal", emblem("wraith", PURPLE)], ["coupon", emblem("ticket", GREEN, LIME, "0")],
  ["double", emblem("swap", TEAL)], ["juggle", emblem("balls", RED, GOLD)], ["d_six", emblem("dice", RED)], ["top_up", emblem("plus", BLUE)],
  ["skip", emblem("rewind", ORANGE)], ["orbital", emblem("planet", PURPLE, PINK)], ["economy", emblem("bag", GOLD, "#ecc94b")],
];
const BLINDS: Record<string, Emblem> = {
  small: emblem("mask", BLUE, "#9cc2ee"), big: emblem("crowned", ORANGE, GOLD), hook: emblem("hook", RED), ox: emblem("bull", BROWN, ORANGE),
  house: emblem("house", BLUE), wall: emblem("wall", PURPLE), wheel: emblem("wheel", GREEN), arm: emblem("arm", INK), club: emblem("plus", GREEN, LIME, "C"),
  fish: emblem("fish", BLUE), psychic: emblem("eye", GOLD), goad: emblem("goad", PINK, GOLD, "S"), water: emblem("water", BLUE),
  window: emblem("window", TEAL, BROWN), manacle: emblem("cuffs", INK), eye: emblem("eye", BLUE), mouth: emblem("mouth", PINK),
  plant: emblem("plant", GREEN), serpent: emblem("snake", GREEN), pillar: emblem("column", BROWN, BROWN), needle: emblem("needle", RED),
  head: emblem("head", PURPLE, GOLD, "H"), tooth: emblem("tooth", RED), flint: emblem("flint", ORANGE), mark: emblem("mark", INK),
  final_acorn: emblem("acorn", ORANGE, BROWN), final_leaf: emblem("leaf", GREEN), final_vessel: emblem("vessel", PURPLE, PINK),
  final_heart: emblem("heart", RED), final_bell: emblem("bell", BLUE, GOLD),
};
const PACKS: Record<string, Emblem> = {
  arcana: emblem("arcana", PURPLE, GOLD), celestial: emblem("planet", TEAL, GOLD), standard: emblem("cards", RED, BLUE),
  buffoon: emblem("mask", ORANGE, GOLD), spectral: emblem("wraith", INK, TEAL),
};
const listed = (rows: [string, Emblem][], key: string): Emblem | undefined =>
  rows.find(([pattern]) => pattern.split("|").some((part) => key.includes(part)))?.[1];

/** Of any key of the game; a plain chip where there is none. */
export function emblemOf(key: string): Emblem {
  const [kind, rest] = [key.slice(0, key.indexOf("_")), key.slice(key.indexOf("_") + 1)];
  const found =
    kind === "j" ? JOKERS[rest]
    : kind === "c" ? CONSUMABLES[rest]
    : kind === "v" ? listed(VOUCHERS, rest)
    : kind === "tag" ? listed(TAGS, rest)
    : kind === "bl" ? BLINDS[rest]
    : kind === "p" ? PACKS[rest.split("_")[0] ?? ""]
    : undefined;
  return found ?? emblem("chip", GREY, GOLD);
}
